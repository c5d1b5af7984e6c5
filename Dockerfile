# How to run it: docs/going-live.md. An upgrade without a gap: docs/operating.md.
# All three FROM lines must name the same version.

# Production modules only.
FROM node:24.21.0-trixie-slim AS modules
WORKDIR /site
COPY package.json package-lock.json ./
# Peer and optional packages would bring in typescript. No remaining package has an install script. Licenses stay.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=peer --omit=optional --ignore-scripts --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) \
      ! -iname 'licen[cs]e*' -delete \
 && find node_modules -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name .github \) -prune -exec rm -r {} +
# The list of these modules (CycloneDX). With devDependencies in package.json npm would leave out most of them; overrides.vite
# refers to one of those.
RUN npm pkg delete devDependencies overrides.vite && npm sbom --sbom-format cyclonedx --sbom-type application > sbom.cdx.json

# The build: server, browser scripts, compressed files.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY remix.config.js tsconfig.json ./
COPY app app
COPY public public
RUN npm run build && rm build/metafile.*.json

FROM node:24.21.0-trixie-slim
ARG SOURCE=""
LABEL org.opencontainers.image.title="Excavation contractor website" \
      org.opencontainers.image.description="Website of a family-run excavation contractor that gets every quote request to the owner" \
      org.opencontainers.image.version="2.0.0" \
      org.opencontainers.image.source="$SOURCE"
# None of your settings are in the image. These four are for a container: production, reachable from outside, on the port
# that EXPOSE and HEALTHCHECK name, with requests in the volume.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 OUTBOX_DIR=/data
WORKDIR /site
COPY --from=modules /site/node_modules node_modules
COPY --from=build /site/build build
COPY --from=build /site/public public
# Explains in one line why the site cannot start.
COPY --from=build /site/app/start/preflight.mjs app/start/
# For scanners, and for whoever asks what is in here.
COPY --from=modules /site/sbom.cdx.json ./
# The first makes build/index.js a module.
COPY package.json NOTICE ./
# A new volume gets the owner of this folder.
RUN install -d -o node -g node -m 700 /data
# If nobody mounts a volume, the engine creates one, so requests still survive the container.
VOLUME /data
# The user node, by number: Kubernetes cannot verify that a name is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "require('node:http').get({ host: '127.0.0.1', port: process.env.PORT || 3000, path: '/healthz' }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# `npm start` without npm, so that SIGTERM reaches the site, and without .env, which is not in the image. Without
# the three limits Node takes three times the memory under abuse (npm run test:hostile).
CMD ["node", "--max-old-space-size=256", "--max-semi-space-size=8", "--v8-pool-size=1", "--import", "./app/start/preflight.mjs", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"]
