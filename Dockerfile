# Gnomon in a container, built from this clone:
#   docker build -t gnomon .
#   docker run --rm -v "$PWD:/models" gnomon check model.ispl
FROM debian:bookworm-slim AS build
# Of the packages in the lists of ./dev those that the program itself is built with.
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
      g++ \
      cmake \
      ninja-build \
      libfmt-dev \
      libgmp-dev \
      libcli11-dev \
      nlohmann-json3-dev \
      libcadical-dev \
      libedit-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY CMakeLists.txt LICENSE README.md CHANGELOG.md ./
COPY apps apps
COPY cmake cmake
COPY include include
COPY src src
RUN cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DGNOMON_TESTS=OFF && \
    cmake --build build --target gnomon_standalone && \
    build/standalone/gnomon --version

FROM debian:bookworm-slim
# graphviz draws the pictures of --witness=svg.
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends graphviz \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /source/build/standalone/gnomon /usr/local/bin/gnomon
COPY LICENSE /usr/local/share/doc/gnomon/LICENSE
COPY examples /usr/local/share/doc/gnomon/examples
WORKDIR /models
ENTRYPOINT ["gnomon"]
CMD ["--help"]
