import type { Metadata } from "next";
import { MessagePage } from "@/components/shell/message-page";
import { Button } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage
      code="404"
      title="There is nothing here"
      text="The page does not exist, or it belongs to a team that you are not in."
      actions={
        <Button href="/" variant="primary">
          Go to your projects
        </Button>
      }
    />
  );
}
