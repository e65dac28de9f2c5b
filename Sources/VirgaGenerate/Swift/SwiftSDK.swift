/// The SDK that generated Swift code uses.
package enum SwiftSDK: Hashable, Sendable {
  /// VirgaSDK.
  case virga
  /// Mozilla's Nimbus SDK and the module to import; nil for code inside that module.
  case mozilla(module: String?)

  /// The parts of generated code that only this SDK has.
  var code: SwiftSDKCode {
    switch self {
    case .virga: .virga
    case .mozilla(let module): .mozilla(module: module)
    }
  }
}

/// The code in which the SDKs' APIs differ.
struct SwiftSDKCode: Sendable {
  let imports: [String]
  /// The module whose types are part of the generated interface; nil if a plain import is enough.
  let publicImport: String?
  /// How the classes are declared: `nonisolated public final class`.
  let declaration: String
  /// How enums are declared: `nonisolated public enum`.
  let enumDeclaration: String
  /// What the classes conform to besides the SDK's protocols.
  let conformance: String
  /// Whether the class has the name, the channel and the hash of its manifest.
  let hasManifestConstants: Bool
  /// The raw type and the protocols of an enum.
  let enumProtocols: String
  /// How the property for a feature's holder begins: `public let`.
  let featurePropertyDeclaration: String
  /// Whether the code is for Mozilla's SDK.
  ///
  /// Its properties are lazy, computed on first use from stored defaults; those for VirgaSDK are
  /// computed by the initializer.
  let isForMozilla: Bool
  /// The type of the app's settings.
  let preferencesType: String
  /// The expression for variables without any value.
  let nilVariables: String
  /// The parameter of an object's `create`, and the argument passed on.
  let createParameter: (type: String, argument: String)
  /// The method of an object that fills in missing values.
  let mergeMethod: String
  /// The type of a property that is an image.
  let imageType: String
  /// Whether images are UIKit images if available, computed from properties with their names.
  let computesImagesFromNames: Bool
  /// The expression that reads the preference with a key (code); the type has a getter.
  let preferenceReading: @Sendable (_ key: String, _ type: String) -> String
  /// The condition that the preference `$0` has a value.
  let isSetCondition: String
  /// The expressions that resolve the default of a text and of an image; nil to keep it.
  let localisedText: @Sendable (String) -> String
  let localisedImage: @Sendable (String) -> String?
  /// The call on a map with enum keys that lets Swift encode it as an object; nil if not needed.
  let keyEncodingCall: String?
  /// Types that generated code uses, and that a type of the manifest would hide.
  let usedTypes: Set<String>

  static let virga = SwiftSDKCode(
    imports: ["VirgaSDK"], publicImport: "VirgaSDK",
    declaration: "nonisolated public final class", enumDeclaration: "nonisolated public enum",
    conformance: "", hasManifestConstants: true,
    enumProtocols: "String, CaseIterable, Codable, CodingKeyRepresentable, Sendable",
    featurePropertyDeclaration: "public let", isForMozilla: false,
    preferencesType: "(any Preferences)",
    nilVariables: "NilVariables()",
    createParameter: (type: "any Variables", argument: "variables"), mergeMethod: "mergeWith",
    imageType: "String",
    computesImagesFromNames: true,
    preferenceReading: { key, type in "_prefs?.get\(type)(\(key))" },
    isSetCondition: "_prefs.isSet($0)",
    localisedText: { code in "_variables.resources.resolvedText(\(code))" },
    localisedImage: { _ in nil },
    keyEncodingCall: nil,
    usedTypes: commonTypes.union([
      "CodingKeyRepresentable", "Double", "Encodable", "FeatureClient", "Preferences", "UIImage",
    ]))

  /// The pieces of generated Swift code that differ between the SDKs, for Mozilla's SDK; the
  /// closures take code and return code.
  ///
  /// - Parameter module: The module of the SDK to import; nil for code inside that module.
  static func mozilla(module: String?) -> SwiftSDKCode {
    let importedSDK = module.map { [$0] } ?? []
    return SwiftSDKCode(
      imports: ["Foundation", "UIKit"] + importedSDK, publicImport: nil,
      declaration: "public class", enumDeclaration: "public enum",
      conformance: ", @unchecked Sendable", hasManifestConstants: false,
      enumProtocols: "String, CaseIterable, Codable, Sendable",
      featurePropertyDeclaration: "public lazy var", isForMozilla: true,
      preferencesType: "UserDefaults",
      nilVariables: "NilVariables.instance",
      createParameter: (
        type: "(any Variables)?", argument: "variables ?? NilVariables.instance"
      ),
      mergeMethod: "_mergeWith",
      imageType: "UIImage", computesImagesFromNames: false,
      preferenceReading: { key, type in "(_prefs?.object(forKey: \(key)) as? \(type))" },
      isSetCondition: "_prefs.object(forKey: $0) != nil",
      localisedText: { code in
        "_variables.resourceBundles.getString(named: \(code)) ?? \(code)"
      },
      localisedImage: { code in "_variables.resourceBundles.getImageNotNull(named: \(code))" },
      keyEncodingCall: "mapKeysNotNull { $0.rawValue }",
      usedTypes: commonTypes.union(["UIImage", "UserDefaults"]))
  }

  private static let commonTypes: Set<String> = [
    "Any", "Bool", "CaseIterable", "Codable", "CodingKey", "CodingKeys", "Encoder",
    "FMLFeatureInterface",
    "FMLObjectInterface", "FeatureHolder", "FeatureHolderAny", "FeatureManifestInterface",
    "FeaturesInterface",
    "GetSdk", "Int", "NilVariables", "Self", "Sendable", "String", "Variables",
  ]
}
