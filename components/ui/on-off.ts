/** A switch's position in a sentence. */
export const onOff = (on: boolean) => (on ? "on" : "off");
