# syntax=docker/dockerfile:1

FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# Optional dependencies are binaries that the compiler does not need; install scripts would build before the source is there.
RUN npm ci --omit=optional --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build

FROM node:22-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The one optional dependency of production is the embedded Postgres; a container is given DATABASE_URL instead.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
COPY package.json LICENSE ./
COPY sql sql
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
# The user "node" of the image, by number, so that a cluster can see that it is not root. Nothing is written to disk.
USER 1000:1000
EXPOSE 3000
# Alive, not ready: a restart does not help a service whose database is away.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# It handles SIGTERM itself and starts no children, so that it needs no init; "docker run --init" does no harm.
CMD ["node", "--max-semi-space-size=8", "dist/main.js"]
