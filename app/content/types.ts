/** What app/contractor/ holds. A folder for another company has the same shapes. */

export type PagePath = "/" | "/about" | "/services" | "/contact" | "/privacy-policy" | "/terms-of-service";

/** A picture in public/images. `largest`: the widest of its files, if it is wider than 1280. */
export type NamedPicture = { name: string; largest?: number; alt: string };

export type ServiceInShort = {
  title: string;
  /** Under the small pictures of the services page. */
  short: string;
  /** Its files, public/images/NAME-*. */
  picture: string;
  /** It has a card on the home page; the others have a line there. */
  onHome?: true;
};

export type ServiceCard = {
  description: string;
  /** Alt text of its picture. */
  alt: string;
};

export type ServiceDetails = {
  features: readonly string[];
  /** What it depends on. */
  price: string;
  /** What the picture shows, in the order of its marks. */
  parts: readonly (readonly [name: string, text: string])[];
  /** Alt text of the picture of the finished job, public/images/NAME-lawn-*. */
  finished?: string;
};

/** A rule for some jobs: how the services page heads it, how the contact page asks for it, and its source. */
export type Regulation = { about: string; question: string; text: string; source: string; url: string };

export type Town = { name: string; county: string; latitude: number; longitude: number };

export type Hero = {
  badge: string;
  title: string;
  text: string;
  facts: readonly string[];
  image: NamedPicture;
};

/** What the home page shows in some months (1 to 12) instead of its usual words, or below them. */
export type Season = {
  months: readonly number[];
  hero?: Partial<Hero>;
  /** The picture's evening blue goes behind the words, too. */
  dusk?: true;
  notice?: { text: string; link: string; to: string };
};

export type Video = { heading: string; text: string; description: string };

export type Policy = {
  title: string;
  intro: string;
  sections: readonly { heading: string; paragraphs?: readonly string[]; items?: readonly string[] }[];
  contactLead: string;
};
