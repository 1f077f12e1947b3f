import { MapPinOff } from "lucide-react";
import type { Metadata } from "next";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <EmptyState
      level={1}
      icon={<MapPinOff />}
      title="There is nothing here"
      text="It was deleted or renamed, or it belongs to a team that you are not in."
      action={
        <Button href="/" variant="primary">
          Go to your projects
        </Button>
      }
    />
  );
}
