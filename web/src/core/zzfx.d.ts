declare module "zzfx";
