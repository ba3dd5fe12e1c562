# The base of every stage. A tag moves; to build the same again, pin it: --build-arg NODE_IMAGE=node:22-slim@sha256:DIGEST
# (docs/operations.md says how to find the digest).
ARG NODE_IMAGE=node:22-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The compiler is an optional dependency, so that no development package is needed; install scripts would build before the source is there.
RUN npm ci --omit=dev --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts scripts
COPY src src
RUN npm run build && find dist -name '*.map' -delete

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Left out: the compiler and the embedded Postgres (a container is given DATABASE_URL instead), types and source maps.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force \
 && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TASKLATCH_IN_CONTAINER=1
COPY package.json LICENSE ./
COPY sql sql
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user "node" of the image, by number, so that a cluster can see that it is not root. Nothing is written to disk.
USER 1000:1000
EXPOSE 3000
# Alive, not ready: a restart does not help a service whose database is away.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["node", "dist/health_check.js"]
# It handles SIGTERM itself and starts no children. What "docker exec" leaves behind needs an init: docker run --init.
ENTRYPOINT ["node", "--max-semi-space-size=8", "dist/main.js"]
# Options go to the service: docker run IMAGE --help. Another program is named by --entrypoint.
CMD []
