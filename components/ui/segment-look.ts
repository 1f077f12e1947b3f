/** The frame of a row of segments. */
export const segmentsLook = "rounded-md border border-line bg-sunken p-0.5";

/** A ring tells the chosen segment from the others: fills alone differ too little in dark. */
export const chosenLook = "bg-surface text-ink shadow-raised ring-1 ring-ink-mute ring-inset";
