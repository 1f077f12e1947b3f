/** deploy/kubernetes says the same as the image, the app, and itself. */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseEnv } from "@/lib/platform/env/parse-env";
import { longestEndMs } from "@/lib/platform/process/end-on-signals";
import { commands } from "../commands";
import { type Container, readManifests, readSettings } from "./fixtures/manifests";

const folder = "deploy/kubernetes";
const manifests = readManifests(folder);
const deployments = manifests.all("Deployment");
const only = <Thing>(things: Thing[]): Thing => {
  const [thing] = things;
  if (thing === undefined || things.length > 1) throw new Error(`${things.length} of what there is one`);
  return thing;
};
const named = (name: string) => only(deployments.filter(({ metadata }) => metadata.name === name));
const app = named("fieldkit");
const pod = app.spec.template.spec;
const serving = only(pod.containers);
const containersOf = ({ spec }: typeof app): Container[] => [
  ...spec.template.spec.initContainers,
  ...spec.template.spec.containers,
];
const kustomization = only(manifests.all("Kustomization"));
const secret = only(manifests.all("Secret"));
const generated = only(kustomization.configMapGenerator);
const settings = readSettings(`${folder}/${only(generated.envs)}`);
/** As somebody sets it up who follows the page. */
const real = {
  AUTH_SECRET: "s".repeat(64),
  DATABASE_URL: "postgres://fieldkit:secret@postgres.example.com:5432/fieldkit",
  REDIS_URL: "rediss://:secret@redis.example.com:6379/0",
};
const dockerfile = readFileSync("Dockerfile", "utf8");
const ofImage = (instruction: RegExp) => instruction.exec(dockerfile)?.[1] ?? "";

describe("the folder", () => {
  test("has every file in the kustomization, but for examples", () => {
    const applied = manifests.files.filter(
      (name) => !name.endsWith(".example.yaml") && name !== "kustomization.yaml",
    );
    expect([...kustomization.resources].sort()).toEqual(applied.sort());
  });

  test("does not apply the example of the secret, which would take the place of the real one", () => {
    expect(manifests.filesOf("Secret")).toEqual(["secret.example.yaml"]);
  });

  test("has no Job, which could not be applied again with another image", () => {
    expect(manifests.kinds).not.toContain("Job");
  });
});

describe("the settings", () => {
  const all = { ...settings, ...real };

  test("are known, and none is in two places", () => {
    const readme = readFileSync("README.md", "utf8");
    const names = [...Object.keys(settings), ...Object.keys(secret.stringData)];
    for (const name of names) expect(readme).toMatch(new RegExp(`^\\| .*\`${name}\``, "m"));
    expect(new Set(names).size).toBe(names.length);
  });

  test("are complete: several pods share a database, a secret and a bus, and know their addresses", () => {
    expect(Object.keys(secret.stringData).sort()).toEqual(Object.keys(real).sort());
    const { appUrl, wsUrl, trustProxy } = parseEnv(all);
    expect(new URL(wsUrl).host).toBe(new URL(appUrl).host);
    expect(trustProxy).toEqual({ hops: 1 });
  });

  test.each(Object.keys(real))("keep Fieldkit from starting while %s is the example's", (name) => {
    const start = () => parseEnv({ ...all, [name]: secret.stringData[name] });
    expect(start).toThrow(`${name}: must`);
  });

  test("are what every container gets, under the names that they have", () => {
    for (const container of deployments.flatMap(containersOf)) {
      expect(container.envFrom).toEqual([
        { configMapRef: { name: generated.name } },
        { secretRef: { name: secret.metadata.name } },
      ]);
    }
  });
});

describe("the pods", () => {
  test("run the image, which the kustomization names, and commands that are in it", () => {
    const image = only(kustomization.images).name;
    expect(deployments.flatMap(containersOf).map((each) => each.image)).toEqual([image, image, image]);
    expect(serving.command).toBeUndefined();
    expect(only(pod.initContainers).command).toEqual(["node", "dist/migrate.js"]);
    expect(commands).toHaveProperty("migrate");
  });

  test("listen where the image does", () => {
    const port = Number(ofImage(/^EXPOSE (\d+)$/m));
    expect(serving.ports).toEqual([{ name: "http", containerPort: port }]);
    expect(parseEnv({ ...settings, ...real }).port).toBe(port);
  });

  test("are asked at routes that there are: /livez keeps them alive, /readyz sends them requests", () => {
    const { startupProbe, livenessProbe, readinessProbe } = serving;
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe?.httpGet.path);
    expect(paths).toEqual(["/livez", "/livez", "/readyz"]);
    for (const path of paths) expect(existsSync(`app${path}/route.ts`)).toBe(true);
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      expect(probe?.httpGet.port).toBe("http");
    // It answers within two seconds, whatever it finds.
    expect(readinessProbe?.timeoutSeconds).toBeGreaterThan(2);
  });

  test("have time to drain and to end before they are killed", () => {
    const drainMs = 1000 * parseEnv({ ...settings, ...real }).drainSeconds;
    expect(drainMs).toBeGreaterThan(0);
    const graceMs = 1000 * pod.terminationGracePeriodSeconds;
    expect(graceMs).toBeGreaterThan(longestEndMs(drainMs));
    // What the comment tells to keep.
    expect(graceMs).toBeGreaterThanOrEqual(drainMs + 15_000);
  });

  test.each(deployments)("of $metadata.name are the image's user and have no rights", (deployment) => {
    const user = Number(ofImage(/^USER (\d+):\d+$/m));
    expect(deployment.spec.template.spec.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      seccompProfile: { type: "RuntimeDefault" },
    });
    for (const { securityContext } of containersOf(deployment)) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    }
  });

  test.each(deployments)("of $metadata.name may write where the image writes", (deployment) => {
    const written = ["/tmp", ofImage(/^VOLUME (\S+)$/m)];
    expect(written[1]).toBe(ofImage(/^ENV .*DATA_DIR=(\S+)$/m));
    const volumes = deployment.spec.template.spec.volumes.map(({ name }) => name);
    for (const { volumeMounts } of containersOf(deployment)) {
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(written);
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes);
      expect(volumeMounts.filter(({ readOnly }) => readOnly)).toEqual([]);
    }
  });

  test("are replaced without one being away, and emptied nodes leave some", () => {
    expect(app.spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
    expect(app.spec.replicas).toBeGreaterThan(1);
    expect(only(manifests.all("PodDisruptionBudget")).spec.maxUnavailable).toBeLessThan(app.spec.replicas);
  });

  test("of the operator are there on request only", () => {
    expect(named("fieldkit-commands").spec.replicas).toBe(0);
  });
});

describe("what leads to the pods", () => {
  const service = only(manifests.all("Service"));
  const { labels } = app.spec.template.metadata;

  test("chooses those that serve, and not those for commands", () => {
    const spread = (pod.topologySpreadConstraints ?? []).map(
      ({ labelSelector }) => labelSelector.matchLabels,
    );
    const budget = only(manifests.all("PodDisruptionBudget")).spec.selector.matchLabels;
    for (const chosen of [app.spec.selector.matchLabels, service.spec.selector, budget, ...spread]) {
      expect(chosen).toEqual(labels);
    }
    const other = named("fieldkit-commands").spec;
    expect(other.selector.matchLabels).toEqual(other.template.metadata.labels);
    expect(other.template.metadata.labels).not.toEqual(labels);
  });

  test("ends at the port that has this name", () => {
    const policy = only(manifests.all("NetworkPolicy")).spec;
    expect(policy.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(["http"]);
    expect(labels).toMatchObject(policy.podSelector.matchLabels);
    expect(service.spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    for (const { spec } of manifests.all("Ingress")) {
      const backends = spec.rules.flatMap(({ http }) =>
        http.paths.map(({ path, backend }) => ({ path, backend })),
      );
      const to = { service: { name: service.metadata.name, port: { name: "http" } } };
      expect(backends).toEqual(backends.map(() => ({ path: "/", backend: to })));
    }
  });

  test("are the hosts of the settings, each with a certificate", () => {
    const { appUrl, mockDomain } = parseEnv({ ...settings, ...real });
    const ingresses = manifests.all("Ingress");
    const hosts = ingresses.flatMap(({ spec }) => spec.rules.map(({ host }) => host));
    expect(hosts).toEqual([new URL(appUrl).host, `*.${mockDomain}`]);
    const wanted = ingresses.flatMap(({ spec }) => spec.tls);
    expect(wanted.flatMap((each) => each.hosts)).toEqual(hosts);
    const certified = manifests.all("Certificate").map(({ spec }) => spec);
    expect(certified.map(({ secretName, dnsNames }) => ({ secretName, hosts: dnsNames }))).toEqual(
      wanted.map(({ secretName, hosts: names }) => ({ secretName, hosts: names })),
    );
  });

  test("has no limit for bodies of its own, repeats nothing, and waits longer than the slowest mock", () => {
    for (const { metadata } of manifests.all("Ingress")) {
      expect(metadata.annotations).toMatchObject({
        "nginx.ingress.kubernetes.io/proxy-body-size": "0",
        "nginx.ingress.kubernetes.io/proxy-next-upstream": "off",
        "nginx.ingress.kubernetes.io/proxy-read-timeout": "150",
      });
    }
  });
});
