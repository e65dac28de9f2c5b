#!/bin/sh
# Installs virga @VERSION@ for Linux or macOS from the archive of its release, after checking its checksum:
#
#   curl -fsSL @URL@/install.sh | sh -s -- [PREFIX]
#
# PREFIX is /usr/local, or ~/.local if that cannot be written; `--uninstall [PREFIX]` removes virga. VIRGA_URL is another
# address of the files of a release, and VIRGA_VERSION its version. Exit code 3 says that there is no such release, or
# that it has no program for this machine.
set -eu

fail() {
  echo "error: $2" >&2
  exit "$1"
}

# Fetches a file of the release into the folder: fetch NAME.
fetch() {
  code=0
  # In a redirection, too, only https is safe; a local server of a test has none.
  answer=$(curl -sSfL --proto "=$protocol" --proto-redir "=$protocol" --retry 3 --connect-timeout 30 \
    -w '%{http_code}' -o "$folder/$1" "$url/$1") || code=$?
  case $code:$answer in
  0:*) ;;
  *:404 | 37:*) fail 3 "$url has no file $1; name a release by VIRGA_URL and VIRGA_VERSION" ;;
  *) fail 2 "$url/$1 could not be fetched; see above, and try again" ;;
  esac
}

checksum() {
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

main() {
  url=${VIRGA_URL:-@URL@} version=${VIRGA_VERSION:-@VERSION@}
  case $url in
  https://*) protocol=https ;;
  http://127.0.0.1:* | http://localhost:*) protocol=http ;;
  file:///*) protocol="file" ;;
  *) fail 64 "VIRGA_URL is \"$url\"; it has to be the https address of the files of a release" ;;
  esac
  url=${url%/}
  command -v curl >/dev/null || fail 2 "curl is not installed; install it, and run this again"

  machine=$(uname -s)-$(uname -m)
  case $machine in
  Linux-x86_64 | Linux-amd64) system=linux-x86_64 ;;
  Linux-aarch64 | Linux-arm64) system=linux-aarch64 ;;
  Darwin-*) system=macos-universal ;;
  *) fail 3 "there is no program for $machine; build it as the README says" ;;
  esac
  name=virga-$version-$system
  archive=$name.tar.gz

  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  trap 'exit 130' INT HUP TERM
  fetch SHA256SUMS
  expected=$(awk -v name="$archive" '$2 == name { print $1 }' "$folder/SHA256SUMS")
  [ -n "$expected" ] || fail 3 "$url has no checksum of $archive; build virga as the README says"
  fetch "$archive"
  found=$(checksum "$folder/$archive")
  [ "$found" = "$expected" ] ||
    fail 1 "$url/$archive has the checksum $found instead of $expected, so nothing was installed; report this if it happens again"
  tar -xzf "$folder/$archive" -C "$folder"
  # In the folder of the caller, so that PREFIX may be relative.
  sh "$folder/$name/install" "$@"
}

# At the end, so that a script that arrives in part does nothing.
main "$@"
