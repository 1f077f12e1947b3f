/** The product's colours for pages that stand alone, in light and dark. */
export const pageColours = `:root{color-scheme:light dark;
--canvas:light-dark(oklch(.981 .003 165),oklch(.168 .008 180));--hover:light-dark(oklch(.943 .006 165),oklch(.262 .012 180));
--field:light-dark(#fff,oklch(.205 .01 180));--line:light-dark(oklch(.907 .007 165),oklch(.285 .012 180));--ink:light-dark(oklch(.225 .015 180),oklch(.953 .005 165));
--soft:light-dark(oklch(.42 .015 180),oklch(.775 .01 170));--mute:light-dark(oklch(.505 .014 180),oklch(.675 .012 175));
--accent:light-dark(oklch(.515 .165 38),oklch(.785 .135 52));--on-accent:light-dark(#fff,oklch(.168 .008 180))}`;
