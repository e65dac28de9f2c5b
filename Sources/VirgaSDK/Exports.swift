// One `import VirgaSDK` is enough for generated code, which keeps its connection in a `Locked`.
@_exported public import VirgaSource
