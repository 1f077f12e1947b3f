import { isIP, type LookupFunction } from "node:net";
import { OutboundError } from "./outbound-error";
import type { OutboundSettings } from "./settings";

/**
 * A look-up hook for sockets that hands out addresses only when every one of them is public. The socket
 * connects to what it gets from here and asks nobody else, so a name cannot change between the check and
 * the connection. Literal addresses pass by this hook; `checkTarget` judges them.
 */
export function checkedLookup(settings: OutboundSettings, exempt: boolean): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname, settings, exempt).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: OutboundError) => callback(error, []),
    );
  };
}

async function addressesOf(hostname: string, settings: OutboundSettings, exempt: boolean) {
  const found = await settings.lookup(hostname, exempt).catch((cause) => {
    throw noAddress(cause);
  });
  const addresses = found.map(({ address }) => ({ address, family: isIP(address) }));
  if (addresses.length === 0) throw noAddress();
  const usable = ({ address, family }: { address: string; family: number }) =>
    family !== 0 && (exempt || settings.isPublic(address));
  // One private address among public ones is refused too, because we do not choose which one is tried.
  if (!addresses.every(usable)) throw new OutboundError("refused_address");
  return addresses;
}

function noAddress(cause?: unknown): OutboundError {
  const isUnsure = cause instanceof Error && "code" in cause && cause.code === "EAI_AGAIN";
  const message = isUnsure
    ? "The host name of the address cannot be looked up right now. Try again later."
    : "The host name of the address is not known. Check its spelling.";
  return new OutboundError("unreachable", { message, cause });
}
