// @ts-check
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

/** @typedef {Pick<import('./bundledPackages.mjs').BundledPackage, 'license' | 'name' | 'version'>} Part */

/**
 * The software bill of materials of one package of the extension, as CycloneDX 1.6 in JSON. The same
 * parts always give the same text.
 * @param {Part} extension
 * @param {readonly Part[]} parts the packages that it contains code of
 */
export function formatSbom(extension, parts) {
  const bom = new Models.Bom({
    metadata: new Models.Metadata({
      component: describePart(Enums.ComponentType.Application, extension),
    }),
    components: new Models.ComponentRepository(
      parts.map((part) => describePart(Enums.ComponentType.Library, part)),
    ),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const text = new Serialize.JsonSerializer(normalizers).serialize(bom, {
    sortLists: true,
    space: 2,
  });
  return `${text}\n`;
}

/**
 * @param {Enums.ComponentType} type
 * @param {Part} part
 */
function describePart(type, { name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return new Models.Component(type, name, {
    version,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
    bomRef: purl,
    ...(type === Enums.ComponentType.Library ? { purl } : {}),
  });
}
