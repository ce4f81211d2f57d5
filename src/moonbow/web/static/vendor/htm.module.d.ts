// What the pages use of htm, typed by hand so that `tsc` needs no packages.
declare const htm: {
  bind(create: Function): (strings: TemplateStringsArray, ...values: any[]) => any;
};
export default htm;
