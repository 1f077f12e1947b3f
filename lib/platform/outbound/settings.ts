import { env } from "@/lib/platform/env/env";
import { type Addresses, addressFinder } from "./find-addresses";
import { isPublicAddress } from "./public-address";

/** What calls depend on. Only tests replace anything but the allow list. */
export type OutboundSettings = {
  /** Origins, as `URL.origin` writes them, that are exempt from the https and public-address rules. */
  allow: readonly string[];
  /**
   * Looks up all addresses of a host name. It is never asked about literal addresses.
   * @param isExempt whether the operator allows the origin
   */
  lookup: (hostname: string, isExempt: boolean) => Promise<Addresses>;
  isPublic: (address: string) => boolean;
  /** PEM certificates to trust instead of the system's. */
  ca?: string | undefined;
};

/** The settings of this process, with some of them replaced. */
export function outboundSettings(replaced: Partial<OutboundSettings> = {}): OutboundSettings {
  return {
    allow: replaced.allow ?? env().outboundAllow,
    lookup: replaced.lookup ?? ((hostname, isExempt) => addressFinder().find(hostname, isExempt)),
    isPublic: replaced.isPublic ?? isPublicAddress,
    ca: replaced.ca,
  };
}
