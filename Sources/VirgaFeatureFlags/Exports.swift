// One `import VirgaFeatureFlags` is enough: its flags are those of the SDK, and are read by `URLSession`.
@_exported public import VirgaBundle
