# Fieldkit: dashboard, API, mocks, inboxes and streams, with a database of its own unless DATABASE_URL names another.
#
#   docker build -t fieldkit .
#   docker run -d --name fieldkit -p 3000:3000 -v fieldkit:/data fieldkit
#
# What is built is the same for every kind of machine, so it is built once, on the machine that builds:
#   docker buildx build --platform linux/amd64,linux/arm64 .
ARG NODE_VERSION=24

FROM --platform=$BUILDPLATFORM node:${NODE_VERSION}-slim AS deps
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM deps AS build
# There is no repository in here that could tell it.
ARG SOURCE_COMMIT=""
ENV SOURCE_COMMIT=${SOURCE_COMMIT} NEXT_TELEMETRY_DISABLED=1
COPY . .
RUN npm run build && npm run pack -- /packed && mv /packed/fieldkit-*/ /app

FROM node:${NODE_VERSION}-slim AS runtime
ARG SOURCE_COMMIT=""
ARG VERSION=""
LABEL org.opencontainers.image.title="Fieldkit" \
      org.opencontainers.image.description="Mock endpoints, webhook inboxes, feature flags and release notes for a team's projects" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${SOURCE_COMMIT}"
ENV NODE_ENV=production DATA_DIR=/data
# For the user's volume only; what runs belongs to root and is never written to.
RUN mkdir /data && chown 1000:1000 /data
COPY --from=build /app /app
WORKDIR /app
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Whether it serves. Not /readyz: while a database is away, known answers go on, and a restart would lose them.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT||3000}/livez`).then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# The first process listens to SIGTERM, ends its children in order, and waits for them: nothing has to stand before it.
STOPSIGNAL SIGTERM
CMD ["node", "dist/server.js"]
