export const providerNames = { github: "GitHub", google: "Google" } as const;
