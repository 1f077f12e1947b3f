import { HourBars } from "@/components/activity/hour-bars";
import { type Activity, trafficKinds, trafficWords } from "@/components/activity/traffic-words";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { ClockTime } from "@/components/ui/times";

const places = { mocks: "/mocks", captures: "/webhooks", checks: "/flags", errors: undefined };

/** How often the project was called in the last 24 hours, in four charts, and once more as a table for screen readers. */
export function TrafficCharts({
  hours,
  totals,
  base,
}: Pick<Activity, "hours" | "totals"> & { base: string }) {
  const starts = hours.map(({ start }) => start);
  return (
    <section aria-labelledby="traffic">
      <h2 id="traffic" className="sr-only">
        The last 24 hours
      </h2>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line lg:grid-cols-4">
        {trafficKinds.map((kind) => (
          <li key={kind} className="min-w-0 bg-surface px-3.5 pt-3 pb-2.5 sm:px-4">
            <h3 className="text-ink-mute text-sm">
              <Titled href={places[kind] && base + places[kind]}>{trafficWords[kind].title}</Titled>
            </h3>
            <p
              className={cn(
                "mt-0.5 mb-2 truncate font-semibold text-2xl tabular-nums",
                totals[kind] === 0 ? "text-ink-mute" : kind === "errors" ? "text-red" : "text-ink",
              )}
            >
              {totals[kind].toLocaleString("en")}
            </p>
            <HourBars kind={kind} values={hours.map((hour) => hour[kind])} starts={starts} />
          </li>
        ))}
      </ul>
      <HourTable hours={hours} />
      <p className="mt-2 max-w-[92ch] text-ink-mute text-xs">
        The last 24 hours. Errors are answers of 400 and above that Fieldkit gave by itself: no mock matched,
        or a capture or check was refused. What a mock answers is never one.
      </p>
    </section>
  );
}

function Titled({ href, children }: { href: string | undefined; children: string }) {
  if (!href) return children;
  return (
    <Link href={href} className="rounded-xs hover:text-ink hover:underline hover:underline-offset-2">
      {children}
    </Link>
  );
}

function HourTable({ hours }: Pick<Activity, "hours">) {
  return (
    <div className="sr-only">
      <table>
        <caption>Requests by hour</caption>
        <thead>
          <tr>
            <th scope="col">Hour from</th>
            {trafficKinds.map((kind) => (
              <th key={kind} scope="col">
                {trafficWords[kind].title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.start}>
              <th scope="row">
                <ClockTime value={hour.start} />
              </th>
              {trafficKinds.map((kind) => (
                <td key={kind}>{hour[kind]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
