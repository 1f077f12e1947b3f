"use client";

import { MessagePage } from "@/components/shell/message-page";
import { Button } from "@/components/ui/button";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <MessagePage
      title="Something broke on our side"
      text="Nothing you entered caused this. Try again; if it stays, tell whoever runs this Fieldkit."
      detail={error.digest ? `Error ${error.digest}` : undefined}
      actions={
        <>
          <Button variant="primary" onClick={reset}>
            Try again
          </Button>
          <Button href="/">Go to your projects</Button>
        </>
      }
    />
  );
}
