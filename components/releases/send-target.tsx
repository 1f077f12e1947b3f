import { channels } from "@/components/releases/channels";
import type { ReleaseSettings } from "@/components/releases/release-types";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { ChannelKind } from "@/lib/releases/contract";

export type SendTargetProps = {
  channel: ChannelKind;
  settings: ReleaseSettings;
  /** Address of the release settings; undefined for whoever may not change them. */
  settingsHref: string | undefined;
};

/** Who gets it, or what is missing until somebody can. */
export function SendTarget({ channel, settings, settingsHref }: SendTargetProps) {
  const { isSetUp, missing, target } = channels[channel];
  if (isSetUp(settings)) return <p className="break-words text-ink-soft text-sm">{target(settings)}</p>;
  return (
    <Callout tone="warning" title={missing.title}>
      {settingsHref === undefined ? (
        "An admin of the team can do that in the release settings."
      ) : (
        <>
          {missing.text}{" "}
          <Link href={settingsHref} className="text-ink underline underline-offset-2">
            release settings
          </Link>
          .
        </>
      )}
    </Callout>
  );
}
