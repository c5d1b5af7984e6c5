import { capitalize, numberWord } from "~/content/format";
import { REGION } from "./company";
import { SERVICES } from "./services";

/** The top of the services page. The owner chose the badge and the title. */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: `${capitalize(numberWord(Object.keys(SERVICES).length))} services for homes and businesses in ${REGION}. The models show what each job can involve.`,
};
