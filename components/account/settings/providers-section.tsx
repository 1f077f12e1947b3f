"use client";

import type { SectionProps } from "@/components/account/settings/account-sections";
import { Proved } from "@/components/account/settings/proof";
import { providerNames as names } from "@/components/account/settings/provider-names";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useWrite } from "@/components/ui/queries";
import { connectProvider, disconnectProvider } from "@/lib/account/ways/contract";

export function ProvidersSection({ account }: SectionProps) {
  const write = useWrite();
  return (
    <Card
      title="Connected services"
      description="Sign in with another service. It doesn't ask for a two-factor code."
      flush
    >
      <ul className="divide-y divide-line">
        {account.providers.map(({ id, connected }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-5 py-2.5">
            <span className="text-ink">{names[id]}</span>
            {connected ? (
              <Proved
                title={`Disconnect ${names[id]}?`}
                description="It can no longer sign in to this account, and its other sessions are signed out."
                label="Disconnect"
                hasPassword={account.hasPassword}
                send={(proof) => write(disconnectProvider, { provider: id, ...proof })}
                says={`${names[id]} disconnected`}
                trigger={<Button size="sm">Disconnect</Button>}
              />
            ) : (
              <Proved
                title={`Connect ${names[id]}`}
                description={`You'll continue on ${names[id]} and return here.`}
                label="Continue"
                hasPassword={account.hasPassword}
                send={async (proof) => {
                  const { url } = await write(connectProvider, { provider: id, ...proof });
                  window.location.assign(url);
                }}
                trigger={<Button size="sm">Connect</Button>}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
