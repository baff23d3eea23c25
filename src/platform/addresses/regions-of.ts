export type Region = { code: string; name: string };

const parsed = (list: string): readonly Region[] =>
  list.split(',').map(entry => {
    const [code = '', ...name] = entry.trim().split(' ');
    return { code, name: name.join(' ') };
  });

/** Countries whose post asks for the code of the region; names as the post writes them. */
const REGIONS: Readonly<Record<string, readonly Region[]>> = {
  AU: parsed(
    `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland,
    SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia`,
  ),
  CA: parsed(
    `AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador,
    NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island,
    QC Quebec, SK Saskatchewan, YT Yukon`,
  ),
  US: parsed(
    `AL Alabama, AK Alaska, AS American Samoa, AZ Arizona, AR Arkansas,
    AA Armed Forces (AA), AE Armed Forces (AE), AP Armed Forces (AP), CA California, CO Colorado,
    CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, GU Guam, HI Hawaii,
    ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine,
    MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana,
    NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
    NC North Carolina, ND North Dakota, MP Northern Mariana Islands, OH Ohio, OK Oklahoma, OR Oregon,
    PA Pennsylvania, PR Puerto Rico, RI Rhode Island, SC South Carolina, SD South Dakota,
    TN Tennessee, TX Texas, UT Utah, VT Vermont, VI Virgin Islands, VA Virginia, WA Washington,
    WV West Virginia, WI Wisconsin, WY Wyoming`,
  ),
};

/** The regions to choose from; none where the region is typed. */
export const regionsOf = (country: string): readonly Region[] =>
  Object.hasOwn(REGIONS, country) ? (REGIONS[country] ?? []) : [];
