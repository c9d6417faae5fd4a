# The workbench in one image: pages built by Node, the package as a wheel, and nothing of either build in the end.
#   docker build -t pingce .
#   docker run --rm -p 127.0.0.1:8000:8000 -v pingce:/data pingce
# With PostgreSQL: compose.yaml. See docs/howto/operate.md.

FROM node:22-trixie-slim AS pages
WORKDIR /build/web
COPY web/package.json web/package-lock.json ./
RUN npm ci --silent
COPY web/ ./
RUN npm run build

FROM python:3.13-slim-trixie AS wheel
WORKDIR /build
COPY requirements/build.txt requirements/
RUN pip install --no-cache-dir --root-user-action=ignore --no-deps --require-hashes -r requirements/build.txt
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src/ src/
COPY examples/ examples/
COPY --from=pages /build/src/pingce/server/static/ src/pingce/server/static/
RUN pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir dist .

FROM python:3.13-slim-trixie
# pg_dump and pg_restore for pingce backup; not older than the database server of compose.yaml.
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --create-home --home-dir /data --skel /dev/null pingce
# What pingce[postgres,systems] needs, in versions that make lock chose, each with its hash.
COPY requirements/server.txt /opt/
RUN pip install --no-cache-dir --root-user-action=ignore --no-deps --require-hashes -r /opt/server.txt
COPY --from=wheel /build/dist/ /opt/dist/
RUN pip install --no-cache-dir --root-user-action=ignore --no-deps /opt/dist/pingce-*.whl && pip check
USER pingce
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENV PINGCE_SERVE_HOST=0.0.0.0 \
    PYTHONUNBUFFERED=1
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["pingce"]
CMD ["serve"]
