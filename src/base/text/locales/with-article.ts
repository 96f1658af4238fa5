/** Adds the article to a country in a sentence: `the United Kingdom`, `France`. */
export const withArticle = (country: string) => (country.startsWith('United') ? `the ${country}` : country);
