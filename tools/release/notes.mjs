/** The section of one version, without its heading; undefined if the change log has none. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find(text => text.split('\n', 1)[0].trim() === version);
  return section?.slice(section.indexOf('\n') + 1).trim();
}

/** What keeps a version from being released, one sentence each. */
export function problemsOf({ version, manifests, changelog, changes, tags }) {
  const problems = [];
  for (const [name, manifest] of Object.entries(manifests)) {
    if (manifest.version !== version) problems.push(`${name} has version ${manifest.version}.`);
    const client = manifest.dependencies?.['@tillhouse/client'];
    if (client !== undefined && client !== version) {
      problems.push(`${name} depends on version ${client} of the client.`);
    }
  }
  if (!notesOf(changelog, version)) problems.push(`CHANGELOG.md has no section ${version}.`);
  if (changes !== '') problems.push('The checkout has changes that are not committed.');
  if (tags.includes(`v${version}`)) problems.push(`The tag v${version} exists already.`);
  return problems;
}
