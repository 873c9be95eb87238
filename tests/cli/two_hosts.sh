#!/bin/bash
# Runs mpirun as on two hosts: two network namespaces with names of their own, joined by a cable.
#
#     two_hosts.sh MPIRUN OPTIONS… PROGRAM ARGUMENTS…
#
# The first host has the even ranks' addresses, the second the others'. Ends with 77 where the
# kernel does not allow namespaces.
set -u
if [ "${1-}" = --agent ]; then  # mpirun starts its helper on a host, which is an address
  host=$2
  shift 2
  if [ "$host" = 10.97.0.2 ]; then
    exec nsenter --net --uts --target "$TWO_HOSTS_SECOND" bash -c "$*"
  fi
  exec bash -c "$*"
fi
if [ -z "${TWO_HOSTS_INSIDE-}" ]; then
  namespaces=(unshare --net --uts --mount --pid --fork --kill-child)
  [ "$(id -u)" = 0 ] || namespaces+=(--user --map-root-user)
  "${namespaces[@]}" true 2>/dev/null || exit 77
  TWO_HOSTS_INSIDE=1 exec "${namespaces[@]}" --mount-proc bash "$0" "$@"
fi
set -e
# Another such pair may run beside this one, with equal names and process numbers.
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
mount -t tmpfs none /dev/shm
hostname node-1
unshare --net --uts bash -c 'hostname node-2; exec sleep infinity' &
export TWO_HOSTS_SECOND=$!
while [ "$(readlink "/proc/$TWO_HOSTS_SECOND/ns/net")" = "$(readlink /proc/self/ns/net)" ]; do
  sleep 0.01
done
ip link add cable type veth peer name cable netns "$TWO_HOSTS_SECOND" || exit 77
second=(nsenter --net --target "$TWO_HOSTS_SECOND")
ip link set lo up
ip addr add 10.97.0.1/24 dev cable
ip link set cable up
"${second[@]}" ip link set lo up
"${second[@]}" ip addr add 10.97.0.2/24 dev cable
"${second[@]}" ip link set cable up
mpirun=$1
shift
"$mpirun" --host 10.97.0.1:8,10.97.0.2:8 --map-by node \
  --mca plm rsh --mca plm_rsh_agent "bash $(readlink -f "$0") --agent" \
  --mca orte_tmpdir_base "$own" --mca pml ob1 --mca btl self,tcp --mca btl_tcp_if_include 10.97.0.0/24 \
  --mca oob_tcp_if_include 10.97.0.0/24 --bind-to none "$@"
