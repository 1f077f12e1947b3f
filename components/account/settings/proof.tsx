import type { ProofDialogProps } from "@/components/account/settings/proof-dialog";
import { type LaterDialogProps, laterPopup } from "@/components/ui/later-popup";
import type { Control } from "@/components/ui/row-menu";

const load = () => import("@/components/account/settings/proof-dialog").then((file) => file.ProofDialog);

/** A button that asks for the password first. */
export const Proved = laterPopup<LaterDialogProps<ProofDialogProps>>("dialog", load);

/** The same question from a menu. */
export const ProvedFromMenu = laterPopup<ProofDialogProps & Control>("dialog", load);
