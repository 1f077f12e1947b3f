"use client";

import type { SectionProps } from "@/components/account/settings/account-sections";
import { Proved } from "@/components/account/settings/proof";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useWrite } from "@/components/ui/queries";
import { connectProvider, disconnectProvider } from "@/lib/account/ways/contract";

const names = { github: "GitHub", google: "Google" };

export function ProvidersSection({ account }: SectionProps) {
  const write = useWrite();
  return (
    <Card title="Connected services" description="They sign in to this account, without a code." flush>
      <ul className="divide-y divide-line">
        {account.providers.map(({ id, connected }) => (
          <li key={id} className="flex items-center justify-between gap-3 px-5 py-2.5">
            <span className="text-ink">{names[id]}</span>
            {connected ? (
              <Proved
                title={`Disconnect ${names[id]}?`}
                description="It no longer signs in to this account."
                label="Disconnect"
                hasPassword={account.hasPassword}
                send={(proof) => write(disconnectProvider, { provider: id, ...proof })}
                says={`${names[id]} disconnected`}
                trigger={<Button size="sm">Disconnect</Button>}
              />
            ) : (
              <Proved
                title={`Connect ${names[id]}`}
                description={`You go to ${names[id]} and come back here.`}
                label="Go on"
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
