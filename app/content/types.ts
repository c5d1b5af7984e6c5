/** The types of app/contractor/, which another company replaces. */

export type PagePath = "/" | "/about" | "/services" | "/contact" | "/privacy-policy" | "/terms-of-service";

/** A picture in public/images. `largest`: width in pixels of its widest file, if over 1280. */
type NamedPicture = { name: string; largest?: number; alt: string };

export type ServiceInShort = {
  title: string;
  /** Under the small pictures of the services page. */
  short: string;
  /** Name of its files: public/images/NAME-*. */
  picture: string;
  /** Has a card on the home page. The others are listed below the cards. */
  onHome?: true;
};

export type ServiceCard = {
  description: string;
  /** Alt text of its picture. */
  alt: string;
};

/** How sentences speak of a service. */
export type ServiceWords = {
  /** In "We mend roofs and walls": a verb, and what it is done to. */
  does?: readonly [verb: string, object: string];
  /** In a list of services. */
  called: string;
  /** Its sentence on the about page. */
  about: string;
};

export type ServiceDetails = {
  features: readonly string[];
  /** What the price depends on. */
  price: string;
  /** What the picture shows, in the order of its hotspots. */
  parts: readonly (readonly [name: string, text: string])[];
  /** Alt text of the picture of the finished job, public/images/NAME-lawn-*. */
  finished?: string;
};

/** A legal rule. `about`: its heading on the services page. `question`: its heading on the contact page. */
export type Regulation = { about: string; question: string; text: string; source: string; url: string };

export type Town = { name: string; county: string; latitude: number; longitude: number };

export type Hero = {
  badge: string;
  title: string;
  text: string;
  facts: readonly string[];
  image: NamedPicture;
};

/** What the home page shows in some months (1 to 12). `hero` replaces its words; `notice` is below them. */
export type Season = {
  months: readonly number[];
  hero?: Partial<Hero>;
  /** Puts the color of the picture's evening sky behind the words. */
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
