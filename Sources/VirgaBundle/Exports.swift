// One `import VirgaBundle` is enough: its types conform to protocols of the SDK.

@_exported public import VirgaSDK
