#!/usr/bin/env bash
# scripts/bare-root.sh [OPTION …] [-- COMMAND]
# Runs the README's test command in a bare Debian root of its own: what debootstrap calls minimal, Node and npm as they
# are here, git, and nothing else. What a machine has gathered can hide nothing there. It tests the last commit, in a
# fresh clone. Needs root; the bare root is removed afterwards.
#
#   --user            as an ordinary user, for whom `npm run system-packages` was run as root before
#   --fonts=PACKAGE   with a Debian package of fonts beside those that Chromium brings
#   --folder=NAME     the name of the checkout's folder; claims-desk unless given
#   --locale=NAME     LANG, made where it has to be: de_DE.UTF-8, for example
#   --base=FOLDER     keeps debootstrap's result there for the next run
#
# Carried in from here: TZ, CI, what is set for npm, for proxies and certificates, and where packages come from.
# Exit code: the command's own; 75, with the reason in one line, when no bare root can be made.
set -euo pipefail

project=$(cd "$(dirname "$0")/.." && pwd)
account=root fonts='' folder=claims-desk locale='' base='' command='npm ci && npm test'
while [ $# -gt 0 ]; do
  case $1 in
    --user) account=officer ;;
    --fonts=*) fonts=${1#*=} ;;
    --folder=*) folder=${1#*=} ;;
    --locale=*) locale=${1#*=} ;;
    --base=*) base=${1#*=} ;;
    --) shift && command="$*" && break ;;
    *) echo "There is no option $1." >&2 && exit 2 ;;
  esac
  shift
done

cannot() {
  echo "No bare Debian root can be made here: $1."
  exit 75
}

[ "$(id -u)" = 0 ] || cannot 'that needs root'
command -v apt-get >/dev/null && [ -r /etc/os-release ] || cannot 'this is not Debian'
suite=$(. /etc/os-release && [ "${ID:-}" = debian ] && echo "${VERSION_CODENAME:-}") || cannot 'this is not Debian'
node=${npm_node_execpath:-$(command -v node)} || cannot 'there is no Node to carry in'
command -v npm >/dev/null || cannot 'there is no npm to carry in'
unshare --mount --pid --fork true 2>/dev/null || cannot 'no namespaces are allowed'
if ! command -v debootstrap >/dev/null; then
  { apt-get -q update && apt-get -q -y install --no-install-recommends debootstrap; } &>/dev/null ||
    cannot 'debootstrap cannot be installed'
fi

# On the disk: the temporary folder may be in memory.
work=$(mktemp -d /var/tmp/bare-root-XXXXXX)
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 130' INT TERM HUP
# Until the command itself begins: no such failure is the project's.
trap 'cannot "this failed: $BASH_COMMAND"' ERR
root=$work/root made=${base:-$work/root}

if [ ! -e "$made/etc/debian_version" ]; then
  echo "Making a bare Debian ($suite) …"
  mirror=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $suite" 2>/dev/null | head -n 1) || mirror=''
  debootstrap --variant=minbase "$suite" "$made" ${mirror:+"$mirror"} &>"$work/log" ||
    { rm -rf --one-file-system "$made" && cannot "$(tail -n 1 "$work/log")"; }
fi
[ "$made" = "$root" ] || cp -a "$made" "$root"

# Packages come from the same sources as on this machine.
for name in sources.list sources.list.d auth.conf auth.conf.d keyrings trusted.gpg.d preferences.d; do
  rm -rf "$root/etc/apt/$name"
  [ ! -e "/etc/apt/$name" ] || cp -a "/etc/apt/$name" "$root/etc/apt/"
done
apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90carried" || true
for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt \
  "${NODE_EXTRA_CA_CERTS:-}" "${SSL_CERT_FILE:-}"; do
  [ ! -f "$file" ] || install -D -m 644 "$(realpath "$file")" "$root$file"
done

home=/root
[ "$account" = root ] || home=/home/$account
mkdir -p "$root$home" "$root/usr/lib/node_modules" "$root/usr/etc"
cp "$(realpath "$node")" "$root/usr/bin/node"
cp -a "$(realpath "$(dirname "$(realpath "$(command -v npm)")")/..")" "$root/usr/lib/node_modules/npm"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/bin/npm"
ln -sf ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/bin/npx"
settings=$(cd / && npm config get globalconfig 2>/dev/null)
[ ! -f "$settings" ] || cp -L "$settings" "$root/usr/etc/npmrc"
settings=$(cd / && npm config get userconfig 2>/dev/null)
[ ! -f "$settings" ] || cp -L "$settings" "$root$home/.npmrc"
git -c safe.directory='*' clone --quiet --no-hardlinks "$project" "$root$home/$folder" ||
  cannot 'the checkout cannot be cloned'

carried=("HOME=$home" "USER=$account" 'PATH=/usr/local/bin:/usr/bin:/bin' "TERM=${TERM:-dumb}")
[ -z "$locale" ] || carried+=("LANG=$locale")
while IFS= read -r -d '' setting; do
  [[ $setting =~ ^(CI|TZ|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|npm_config_[a-z_]+|([Hh][Tt][Tt][Pp][Ss]?|[Nn][Oo]|[Aa][Ll][Ll])_([Pp][Rr][Oo][Xx][Yy]))= ]] &&
    carried+=("$setting")
done < <(env -0)
# npm variables set by a surrounding `npm run` contain paths outside the root.
mapfile -t carried < <(printf '%s\n' "${carried[@]}" | grep -vE '^npm_config_(globalconfig|userconfig|prefix|local_prefix|global_prefix|init_module|node_gyp|cache|npm_version|user_agent|noproxy)=')

locales=''
case $locale in '' | C | C.* | POSIX) ;; *) locales=locales ;; esac

# As root in there. Not ca-certificates: it would write this machine's own certificates over.
cat >"$root/prepare" <<PREPARE
set -e
export DEBIAN_FRONTEND=noninteractive
npm --version
apt-get -q update
apt-get -q -y install --no-install-recommends git tzdata $locales $fonts
[ -z '$locales' ] || localedef -i '${locale%%.*}' -f '${locale#*.}' '$locale'
if [ $account != root ]; then
  useradd --home-dir '$home' --shell /bin/bash $account
  chown -R $account: '$home'
fi
PREPARE

# Enters by pivot_root: Chromium makes its sandbox of user namespaces, which a chroot forbids.
enter() {
  unshare --mount --pid --fork --kill-child bash -c '
    set -e
    cd "$1"; shift
    mount --make-rprivate /
    mount --bind . . && cd "$PWD"
    mount -t proc proc proc
    mount --rbind /sys sys
    mount --rbind /dev dev
    mount -t tmpfs -o mode=1777 tmpfs dev/shm
    mkdir -p .outside
    pivot_root . .outside
    cd /
    umount -l /.outside
    exec env -i "$@"
  ' enter "$root" "$@"
}
as() {
  local who=$1
  shift
  enter "${carried[@]}" "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    setpriv --reuid "$who" --regid "$who" --init-groups bash -c "cd '$home/$folder' && $*"
}

enter "${carried[@]}" "PATH=/usr/sbin:/usr/bin:/sbin:/bin" bash /prepare &>"$work/log" ||
  cannot "$(grep -v '^$' "$work/log" | tail -n 1)"

trap - ERR

echo "In a bare Debian ($suite) as $account, in $home/$folder: $command"
if [ "$account" = root ]; then
  as root "$command" </dev/null
else
  # A person would read the command that the tests print and run it as root.
  as "$account" 'npm ci' </dev/null
  as root 'npm run --silent system-packages' </dev/null
  as "$account" "${command#npm ci && }" </dev/null
fi
