import { MapPinOff } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={<MapPinOff />}
        title="Nothing is marked here"
        text="It was deleted or renamed, or it belongs to a team that you are not in."
        action={
          <Button href="/" variant="primary">
            Go to your projects
          </Button>
        }
      />
    </>
  );
}
