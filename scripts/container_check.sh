#!/usr/bin/env bash
# Tries out what an operator does with the image and with docker-compose.yml, on the Docker engine that answers, and leaves nothing
# behind. Prints a line for each thing that holds or does not; exits with 1 when one does not. Needs docker, its compose plugin, curl.
#
#   scripts/container_check.sh
#
# Variables (all optional):
#   NODE_IMAGE, POSTGRES_IMAGE  the base images, such as node:22-slim@sha256:… (by default those of the Dockerfile and of compose)
#   BUILD_NETWORK               the network of the build; "host" where the packages can be had from the host's network only
#   PREVIOUS                    a commit or tag of the version before, to upgrade from; by default the newest tag, if there is one
#   KEEP=1                      leaves containers, volumes and images as they are
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1

export NODE_IMAGE=${NODE_IMAGE:-node:22-slim} POSTGRES_IMAGE=${POSTGRES_IMAGE:-postgres:17}
PROJECT=tasklatch-check-$$
IMAGE=$PROJECT-tasklatch # the name that compose gives the image of its service
WORK=$(mktemp -d)
projects=() containers=() passed=0 failed=0
export PORT=0 API_KEYS='' LOG_LEVEL=info

holds() { # sentence command…
  local sentence=$1
  shift
  if "$@" >"$WORK/output" 2>&1; then passed=$((passed + 1)) && echo "ok      $sentence"; else
    failed=$((failed + 1))
    echo "FAILED  $sentence"
    sed 's/^/        /' "$WORK/output" | tail -n 5
  fi
}

clean_up() {
  [ -z "${KEEP:-}" ] || return 0
  [ ${#containers[@]} -eq 0 ] || docker rm -f "${containers[@]}" >/dev/null 2>&1
  for project in "${projects[@]}"; do docker compose -p "$project" down -v --remove-orphans >/dev/null 2>&1; done
  docker rmi -f "$IMAGE" "$IMAGE:previous" >/dev/null 2>&1
  rm -rf "$WORK"
}
trap clean_up EXIT

compose() { docker compose -p "$PROJECT" "$@"; }
build() { docker build -q ${BUILD_NETWORK:+--network "$BUILD_NETWORK"} --build-arg "NODE_IMAGE=$NODE_IMAGE" -t "$1" "$2"; }
up() { compose up -d --no-build --wait --wait-timeout 90 "$@"; }
address() { echo "http://$(compose port --index "${1:-1}" tasklatch 3000)"; }
create() { curl -sS -o "${3:-/dev/null}" -w '%{http_code}' "$1/v1/lists/$2/tasks" -H 'Content-Type: application/json' -d "{\"subject\":\"${4:-Carry on}\"}"; }
says() { grep -qF -- "$1" "$2"; }
is() { [ "$1" = "$2" ] || { echo "got \"$1\", wanted \"$2\"" && false; }; }
run_image() { docker run --rm "$@" >"$WORK/said" 2>&1; }

image_alone() {
  holds 'the image builds' build "$IMAGE" .
  local base size
  base=$(docker image inspect -f '{{.Size}}' "$NODE_IMAGE") size=$(docker image inspect -f '{{.Size}}' "$IMAGE")
  echo "        $(((size - base) / 1000000)) MB beside its base image"
  holds 'it runs as a user that is not root' is "$(docker image inspect -f '{{.Config.User}}' "$IMAGE")" 1000:1000
  local left
  left=$(docker run --rm --entrypoint find "$IMAGE" /app -name '*.d.ts' -o -name '*.map' | wc -l)
  holds 'it holds no types and no source maps' is "$left" 0
  run_image --network none "$IMAGE" --help
  holds 'docker run IMAGE --help shows the help of the service' says 'DATABASE_URL_FILE' "$WORK/said"
  run_image --network none "$IMAGE" --version
  holds 'docker run IMAGE --version shows its version' grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+' "$WORK/said"
  run_image "$IMAGE" && echo 'it started' >>"$WORK/said"
  holds 'without DATABASE_URL it says why it does not start, and what to give it' says 'the image brings no Postgres of its own' "$WORK/said"
  run_image -e DATABASE_URL=postgres://me@localhost:5432/x -e DATABASE_WAIT_MS=0 "$IMAGE"
  holds 'an address of this machine is told to be the container itself' says 'localhost is the container itself here' "$WORK/said"
}

as_compose_says() {
  projects+=("$PROJECT")
  holds 'docker compose up: both are healthy' up
  holds 'a task is created' is "$(create "$(address)" home)" 201
  compose logs --no-log-prefix tasklatch >"$WORK/log" 2>&1
  holds 'an open service says so, and how to close it from a container' says 'publish the port to this machine only' "$WORK/log"
  local id
  id=$(compose ps -q tasklatch)
  holds 'its root is read-only' bash -c "! docker exec $id touch /app/x"
  docker exec "$id" sh -c 'sleep 1 >/dev/null 2>&1 &'
  sleep 3
  local zombies
  zombies=$(docker exec "$id" sh -c "cat /proc/[0-9]*/stat 2>/dev/null | grep -c ') Z '")
  holds 'docker compose exec leaves no zombie' is "$zombies" 0
  sleep 15
  holds 'probes that are answered are not in the log' bash -c "! docker logs $id 2>&1 | grep livez"
}

# One caller: creates until it is not answered any more, and keeps the subjects of what was acknowledged.
caller() {
  for number in $(seq 10000); do
    local status
    status=$(create "$1" load /dev/null "caller $2 task $number" 2>/dev/null)
    case $status in 201) echo "caller $2 task $number" >>"$WORK/acknowledged" ;; 503) ;; *) return 0 ;; esac
  done
}

stop_under_load() {
  local url id began
  url=$(address) id=$(compose ps -q tasklatch)
  : >"$WORK/acknowledged"
  for number in 1 2 3 4; do caller "$url" "$number" & done
  while [ "$(wc -l <"$WORK/acknowledged")" -lt 100 ]; do sleep 0.2; done
  began=$SECONDS
  compose stop tasklatch >/dev/null 2>&1
  wait
  holds 'stopped under load it ends by itself, with exit 0' is "$(docker inspect -f '{{.State.ExitCode}}' "$id")" 0
  holds 'that takes less than the 10 s after which engines kill' [ $((SECONDS - began)) -lt 10 ]
  holds 'it starts again' up
  holds "each of $(wc -l <"$WORK/acknowledged") tasks that were acknowledged is there, once" all_there "$(address)" load
}

# Every subject in the file of acknowledged ones stands in exactly one create event of the list.
all_there() {
  local after=0 page
  : >"$WORK/events"
  while page=$(curl -sS "$1/v1/lists/$2/events?after=$after&limit=500") && [ "$(grep -o '"events":\[\]' <<<"$page")" = '' ]; do
    grep -oE '"field":"subject","from":null,"to":"[^"]*"' <<<"$page" | sed 's/.*"to":"//; s/"$//' >>"$WORK/events"
    after=$(grep -oE '"version":[0-9]+,"id"' <<<"$page" | tail -n 1 | grep -oE '[0-9]+')
    [ -n "$after" ] || return 1
  done
  [ -z "$(sort "$WORK/events" | uniq -d)" ] || { echo 'one is there twice' && return 1; }
  [ -z "$(sort "$WORK/acknowledged" | comm -23 - <(sort "$WORK/events"))" ] || { echo 'one is lost' && return 1; }
}

on_its_volume() {
  compose restart postgres >/dev/null 2>&1
  holds 'after a restart of Postgres it is ready again' eventually curl -fsS "$(address)/readyz"
  compose down >/dev/null 2>&1
  holds 'docker compose down and up keep the volume' up
  holds 'every task is still there' all_there "$(address)" load
  holds 'npm run verify of the container finds the tables as the log says' docker exec "$(compose ps -q tasklatch)" node dist/verify.js
}

eventually() { for _ in $(seq 60); do "$@" && return 0 || sleep 0.5; done && return 1; }

replicas() {
  local first=$((20000 + RANDOM % 20000)) one two
  holds 'two instances start with a range of ports' env "PORT=$first-$((first + 1))" docker compose -p "$PROJECT" up -d --no-build --wait --scale tasklatch=2
  one=$(address 1) two=$(address 2)
  holds 'what one stores the other shows' bash -c "[ $(create "$one" shared) = 201 ] && curl -fsS $two/v1/lists/shared/tasks/1"
  for number in $(seq 20); do
    race "$one" "$number" first &
    race "$two" "$number" second &
    wait
  done
  holds 'of two writes to one version exactly one is stored' is "$(sort "$WORK"/race.* | uniq -c | xargs)" '20 200 20 412'
  compose stop >/dev/null 2>&1
}

race() {
  curl -sS -o /dev/null -w '%{http_code}\n' -X PATCH "$1/v1/lists/shared/tasks/1" -H 'Content-Type: application/json' \
    -H "If-Match: \"$2\"" -d "{\"subject\":\"$3 $2\"}" >"$WORK/race.$2.$3"
}

passwords() {
  local number=0 password
  for password in 'p/a#s?s@w:o%r d' '%41$HOME"\' "'=&+;,|é"; do
    number=$((number + 1))
    local project=$PROJECT-password-$number
    projects+=("$project")
    docker tag "$IMAGE" "$project-tasklatch"
    holds "the password $password works" env "POSTGRES_PASSWORD=$password" docker compose -p "$project" up -d --no-build --wait --wait-timeout 90
    if [ "$number" = 1 ]; then
      POSTGRES_PASSWORD=another docker compose -p "$project" up -d --no-build --force-recreate >/dev/null 2>&1
      holds 'another password than that of the volume is refused with the reason' eventually password_refused "$project"
    fi
    docker compose -p "$project" down -v >/dev/null 2>&1
    docker rmi "$project-tasklatch" >/dev/null 2>&1
  done
}

password_refused() { docker compose -p "$1" logs tasklatch 2>&1 | grep -q 'keeps the password that its data were set up with'; }

# Instances beside the Postgres of compose, on its network.
beside() { # name options…
  local name=$PROJECT-$1
  shift
  containers+=("$name")
  docker run -d --init --name "$name" --network "${PROJECT}_default" "$@" "$IMAGE" >/dev/null
}

health_checks() {
  compose up -d --no-build --wait postgres >/dev/null 2>&1
  local database=(-e DATABASE_URL=postgres://tasklatch:tasklatch@postgres/tasklatch)
  beside blank "${database[@]}" -e PORT= -e HOST=
  beside chosen "${database[@]}" -e PORT=0
  beside one-address "${database[@]}" --hostname one-address -e HOST=one-address
  beside blocked "${database[@]}" -e PORT=6000
  beside proxied "${database[@]}" -e NODE_USE_ENV_PROXY=1 -e HTTP_PROXY=http://192.0.2.1:9 -e http_proxy=http://192.0.2.1:9
  for name in blank chosen one-address blocked proxied; do
    holds "the health check finds the service: $name" eventually docker exec "$PROJECT-$name" node dist/health_check.js
  done
  docker pause "$(compose ps -q postgres)" >/dev/null
  holds 'it stays healthy while the database is away' docker exec "$PROJECT-blank" node dist/health_check.js
  docker unpause "$(compose ps -q postgres)" >/dev/null
}

secrets() {
  mkdir -p "$WORK/secrets" && chmod 755 "$WORK" "$WORK/secrets"
  echo 'postgres://tasklatch:tasklatch@postgres/tasklatch' >"$WORK/secrets/database_url"
  echo 'ann:0123456789abcdef' >"$WORK/secrets/api_keys"
  beside secrets -v "$WORK/secrets:/run/secrets:ro" -e DATABASE_URL_FILE=/run/secrets/database_url -e API_KEYS_FILE=/run/secrets/api_keys
  holds 'secrets are read from files' eventually docker exec "$PROJECT-secrets" node dist/health_check.js
  local ask='const a = await fetch("http://127.0.0.1:3000/v1/lists/home", { headers: JSON.parse(process.argv[1]) }); process.exit(a.status === Number(process.argv[2]) ? 0 : 1)'
  holds 'without a key it answers 401' docker exec "$PROJECT-secrets" node --input-type=module -e "$ask" '{}' 401
  holds 'with the key of the file it answers 200' docker exec "$PROJECT-secrets" node --input-type=module -e "$ask" '{"authorization":"Bearer 0123456789abcdef"}' 200
  docker inspect "$PROJECT-secrets" >"$WORK/inspected"
  holds 'the engine does not know the secrets' bash -c "! grep -q 0123456789abcdef '$WORK/inspected'"
}

upgrade() {
  local previous=${PREVIOUS:-$(git describe --tags --abbrev=0 HEAD^ 2>/dev/null)}
  [ -n "$previous" ] || { echo 'skipped an upgrade: there is no tag of a version before (set PREVIOUS)' && return; }
  local project=$PROJECT-upgrade old=$WORK/previous
  projects+=("$project")
  mkdir "$old" && git archive "$previous" | tar -x -C "$old"
  holds "the image of $previous builds" build "$IMAGE:previous" "$old"
  docker tag "$IMAGE:previous" "$project-tasklatch"
  holds "$previous starts as its own compose file says" docker compose -p "$project" -f "$old/docker-compose.yml" up -d --no-build --wait
  local url
  url=http://$(docker compose -p "$project" port tasklatch 3000)
  : >"$WORK/acknowledged"
  for number in $(seq 20); do [ "$(create "$url" kept /dev/null "kept $number")" = 201 ] && echo "kept $number" >>"$WORK/acknowledged"; done
  docker tag "$IMAGE" "$project-tasklatch"
  holds 'this version starts on its volume' docker compose -p "$project" up -d --no-build --wait
  url=http://$(docker compose -p "$project" port tasklatch 3000)
  holds "each of its $(wc -l <"$WORK/acknowledged") tasks is there" all_there "$url" kept
  holds 'and more can be created' is "$(create "$url" kept)" 201
  docker compose -p "$project" down -v >/dev/null 2>&1
  docker rmi "$project-tasklatch" >/dev/null 2>&1
}

docker version >/dev/null 2>&1 || { echo 'no Docker engine answers' && exit 1; }
image_alone
docker image inspect "$IMAGE" >/dev/null 2>&1 || exit 1
as_compose_says
stop_under_load
on_its_volume
replicas
passwords
health_checks
secrets
upgrade
echo "$passed held, $failed did not"
[ "$failed" = 0 ]
