import type { ProofDialogProps } from "@/components/account/settings/proof-dialog";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";

/** A button that asks for the password first. */
export const Proved = laterPopup<LaterDialogProps<ProofDialogProps>>("dialog", () =>
  import("@/components/account/settings/proof-dialog").then((file) => file.ProofDialog),
);
