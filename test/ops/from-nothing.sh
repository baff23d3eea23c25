#!/usr/bin/env bash
# A chain goes live from nothing: the package in an empty folder, a PostgreSQL server behind PgBouncer,
# production settings, the first administrator and the first sale, a backup, its drill and restore, the
# loss of the server and its recovery from the archived log, and the upgrade of a shop of release 0.1.0.
# Stops at the first failure.
#
#   from-nothing.sh PACKAGE.tgz OLDER.backup
#
# Needs bash, curl, npm, pgbouncer and PostgreSQL's server programs (Debian: postgresql, pgbouncer).
# PostgreSQL refuses root, so root runs it as `nobody`.
set -euo pipefail

if [ "$(id -u)" = 0 ]; then
  home=$(mktemp -d)
  trap 'rm -rf "$home"' EXIT
  cp "$0" "$1" "$2" "$home"
  chown -R nobody "$home"
  # `npm run` names root's cache in the environment, which `nobody` cannot write.
  HOME=$home npm_config_cache=$home/.npm setpriv --reuid=nobody --regid=nogroup --clear-groups \
    bash "$home/$(basename "$0")" "$home/$(basename "$1")" "$home/$(basename "$2")"
  exit
fi

package=$1 older=$2
folder=$(mktemp -d)
cd "$folder"
PATH=$PATH:/usr/sbin:$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
running=()
# The service ends before the pooler, and the pooler before PostgreSQL.
finish() {
  code=$?
  [ $code = 0 ] || tail -n 20 ./*.log
  for ((i = ${#running[@]} - 1; i >= 0; i--)); do
    kill -INT "${running[i]}" 2>/dev/null && wait "${running[i]}" || true
  done
  rm -rf "$folder"
  exit $code
}
trap finish EXIT
free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
# until_works COMMAND… repeats it for up to a minute.
until_works() {
  for _ in $(seq 120); do "$@" >/dev/null 2>&1 && return; sleep 0.5; done
  echo "does not work: $*" >&2
  return 1
}
step() { printf '== %s\n' "$*"; }

step "the package in an empty folder, as $(id -un)"
npm install --no-update-notifier --no-audit --no-fund --loglevel=error "$package"
tillhouse=node_modules/.bin/tillhouse
"$tillhouse" --version

step 'a PostgreSQL server that archives its log, behind PgBouncer in transaction mode'
postgres=$(free_port) pooler=$(free_port)
password=$(node -p 'crypto.randomBytes(12).toString("hex")')
(umask 077 && printf '%s' "$password" >password && printf '"tillhouse" "%s"\n' "$password" >users.txt)
initdb --pgdata=cluster --username=tillhouse --pwfile=password --auth=scram-sha-256 >initdb.log
mkdir archive
# serve DIRECTORY PORT SETTING… runs a PostgreSQL server.
serve() {
  local directory=$1 port=$2
  shift 2
  postgres -D "$directory" -p "$port" -k "$folder" -c listen_addresses=127.0.0.1 "${@/#/--}" \
    >"$directory.log" 2>&1 &
  running+=($!)
}
serve cluster "$postgres" archive_mode=on "archive_command=cp %p $folder/archive/%f"
export PGHOST=127.0.0.1 PGUSER=tillhouse PGPASSWORD=$password
until_works psql -p "$postgres" -d postgres -c 'select 1'
sql() { psql -q -p "$postgres" -d postgres -v ON_ERROR_STOP=1 -c "$1"; }
for name in chain restored upgraded; do sql "create database $name"; done
sql "alter role tillhouse set statement_timeout = '30s'"
sql "alter role tillhouse set idle_in_transaction_session_timeout = '30s'"
cat >pgbouncer.ini <<EOF
[databases]
* = host=127.0.0.1 port=$postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users.txt
pool_mode = transaction
EOF
pgbouncer pgbouncer.ini >pgbouncer.log 2>&1 &
running+=($!)
until_works psql -p "$pooler" -d chain -c 'select 1'

step 'production settings and the first administrator'
use_database() {
  export DATABASE_URL=postgres://tillhouse:$password@127.0.0.1:$pooler/$1
  export DATABASE_DIRECT_URL=postgres://tillhouse:$password@127.0.0.1:$postgres/$1
}
node -p 'crypto.randomBytes(32).toString("hex")' >key
PORT=$(free_port)
export PORT NODE_ENV=production DATABASE_POOLER=transaction SECRET_KEY_FILE=$folder/key LOG_LEVEL=warn
export PUBLIC_URL=https://shop.example TRUST_PROXY=127.0.0.1 DATA_DIR=$folder/data
use_database chain
echo 'a long password' | "$tillhouse" create-admin --username ada --email ada@example.com
# start NAME runs the service and waits until it is ready; its log is NAME.log.
start() {
  "$tillhouse" >"$1.log" 2>&1 &
  service=$!
  running+=("$service")
  until_works curl -sSf "http://127.0.0.1:$PORT/readyz"
}
stop() { kill -TERM "$service"; wait "$service"; unset 'running[-1]'; }
start chain
pg_basebackup -p "$postgres" -D base --checkpoint=fast

step 'the first sale'
post() {
  curl -sS --fail-with-body "http://127.0.0.1:$PORT$1" -H "Authorization: Bearer ${token:-}" \
    -H 'Content-Type: application/json' -d "$2"
}
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))$1"; }
token=$(post /auth/login/ '{"username":"ada","password":"a long password"}' | field .access)
store=$(post /stores/ '{"code":"MAIN","name":"Main Street"}' | field .id)
{
  post /users/ '{"role":"cashier","employee_number":"C1","pin_code":"482913","store_ids":["MAIN"]}'
  post /products/ '{"name":"Cup","variants":[{"sku":"CUP","price":"5.00"}]}'
  post /payment-methods/ '{"code":"cash","name":"Cash","method_type":"cash"}'
} >records.log
token=$(post /pos/auth/terminal-login/ \
  '{"employee_id":"C1","pin_code":"482913","store_id":"MAIN","terminal_id":"T-1"}' | field .token)
number=$(post /pos/transactions/create/ '{"store_id":"'"$store"'","employee_id":"C1",
  "line_items":[{"sku":"CUP","quantity":1,"unit_price":"5.00","subtotal":"5.00"}],
  "subtotal":"5.00","tax_amount":"0.00","total_amount":"5.00",
  "payment":{"payment_method_id":"cash","tendered_amount":"5.00"}}' | field .transaction.transaction_id)

step 'backup while it sells, and its drill'
"$tillhouse" backup first.backup
"$tillhouse" drill first.backup --server "$DATABASE_DIRECT_URL"
stop

step 'recovery from the archived log, with the sale after the base copy'
sql 'select pg_switch_wal()' >switched.log
until_works sh -c 'set -- archive/0*[0-9A-F]; test $# -ge 2'
recovered=$(free_port)
touch base/recovery.signal
serve base "$recovered" "restore_command=cp $folder/archive/%f %p"
until_works sh -c "psql -p $recovered -d chain -Atc 'select pg_is_in_recovery()' | grep -q f"
DATABASE_POOLER=none DATABASE_URL=postgres://tillhouse:$password@127.0.0.1:$recovered/chain \
  DATABASE_DIRECT_URL='' "$tillhouse" explain "$number" | head -n 1
kill -INT "${running[-1]}"
wait "${running[-1]}"
unset 'running[-1]'

step 'restore of the backup'
use_database restored
"$tillhouse" restore first.backup
"$tillhouse" explain "$number" | head -n 1

step 'upgrade of a shop of release 0.1.0'
use_database upgraded
printf "the key of the first release's shop" >key
"$tillhouse" restore "$older"
start upgraded
"$tillhouse" check-invariants | tail -n 1
"$tillhouse" explain TXN-20261117-188EA6C0 | head -n 1
stop
step 'done'
