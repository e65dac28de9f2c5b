import VirgaExperiments
import VirgaJSON
package import VirgaManifest
package import VirgaSource

extension SwiftCode {
  /// Warnings for text defaults with a backslash: nimbus-fml does not escape it, so its code
  /// differs.
  package static func warnings(for manifest: Manifest, channel: String?) -> [Problem] {
    BackslashWarnings.all(in: manifest, channel: channel, .swift)
  }
}

extension KotlinCode {
  /// Warnings for text defaults with a backslash: nimbus-fml does not escape it, so its code
  /// differs.
  package static func warnings(for manifest: Manifest, channel: String?) -> [Problem] {
    BackslashWarnings.all(in: manifest, channel: channel, .kotlin)
  }
}

/// Finds default texts that nimbus-fml's generated code would change because of a backslash.
private struct BackslashWarnings {
  private let language: CodeLanguage
  private(set) var problems: [Problem] = []
  /// The texts found so far, by position: the default of a field can be part of many values.
  private var checkedTexts: [SourceLocation: Set<String>] = [:]

  private init(_ language: CodeLanguage) { self.language = language }

  /// The warnings of backslashes in the defaults that the generated code contains: those of the top
  /// module's objects, of its features, and of imported features whose defaults the manifest
  /// changes.
  static func all(in manifest: Manifest, channel: String?, _ language: CodeLanguage) -> [Problem] {
    var search = BackslashWarnings(language)
    search.checkObjects(of: manifest.topModule)
    search.checkFeatures(of: manifest, channel: channel)
    return search.problems
  }

  /// Warns about backslashes in the defaults of the objects of a module.
  private mutating func checkObjects(of module: Module) {
    for object in module.objects {
      for field in object.fields {
        guard let value = field.defaultValue else { continue }
        let place = Place(module: module, path: "objects/\(object.name).\(field.name)")
        warnAboutBackslashes(in: MergedValue(value, layer: .objectDefault), field.type, at: place)
      }
    }
  }

  /// Warns about backslashes in the defaults that the features have in a channel.
  ///
  /// - Parameter channel: Nil for a manifest without channels.
  private mutating func checkFeatures(of manifest: Manifest, channel: String?) {
    for feature in Self.featuresWithDefaultsInCode(of: manifest) {
      for each in manifest.merged(feature, channel: channel).variables {
        let path = "features/\(feature.id).\(each.variable.name)"
        let place = Place(module: manifest.modules[feature.module], path: path)
        warnAboutBackslashes(in: each.value, each.variable.type, at: place)
      }
    }
  }

  /// The features whose defaults the code of the manifest contains: those of the top module, and
  /// imported ones to which the manifest gives other defaults.
  private static func featuresWithDefaultsInCode(of manifest: Manifest) -> [FeatureDefinition] {
    let importedModules = Set(manifest.directImports)
    let changedIDs = Set(naming: manifest.topModule.imports.flatMap(\.features))
    return manifest.features.filter { feature in
      feature.isOfTopModule
        || (importedModules.contains(feature.module) && changedIDs.contains(feature.id))
    }
  }

  /// A value's path, and the module that declares its type.
  private struct Place {
    let module: Module
    var path: String

    /// The place of a part of the value, such as `[1]`.
    func appending(_ step: String) -> Place { Place(module: module, path: path + step) }
  }

  /// Warns about backslashes in a value: in the text itself, or in its elements and members.
  ///
  /// The values of an alias are strings.
  private mutating func warnAboutBackslashes(
    in value: MergedValue, _ type: VariableType, at place: Place
  ) {
    switch type {
    case .string, .alias, .text, .image:
      if let text = value.written.string {
        warnAboutBackslash(in: text, at: value.location, place.path)
      }
    case .option(let inner): warnAboutBackslashes(in: value, inner, at: place)
    case .list(let item):
      // Lists are not merged: all elements are from the layer of the list.
      for (index, element) in value.written.elements.enumerated() {
        let mergedElement = MergedValue(element, layer: value.layer)
        warnAboutBackslashes(in: mergedElement, item, at: place.appending("[\(index)]"))
      }
    case .map(let key, let item): warnAboutBackslashes(inEntriesOf: value, key, item, at: place)
    case .object(let name):
      for member in value.members ?? [] {
        guard let field = place.module.object(name)?.field(member.key) else { continue }
        warnAboutBackslashes(in: member.value, field.type, at: place.appending(".\(member.key)"))
      }
    case .boolean, .int, .double, .enumeration: break
    }
  }

  /// Warns about backslashes in the keys of a map, except variants of an enum, and in its values.
  private mutating func warnAboutBackslashes(
    inEntriesOf value: MergedValue, _ key: VariableType, _ item: VariableType, at place: Place
  ) {
    for member in value.members ?? [] {
      if !key.isEnumeration {
        warnAboutBackslash(in: member.key, at: member.value.location, place.path)
      }
      warnAboutBackslashes(in: member.value, item, at: place.appending("['\(member.key)']"))
    }
  }

  /// Warns of a text that nimbus-fml's code would change.
  ///
  /// A text at the same location is reported only once: the default of a field can be part of many
  /// values.
  private mutating func warnAboutBackslash(
    in text: String, at location: SourceLocation?, _ path: String
  ) {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return }
    if let location, !checkedTexts[location, default: []].insert(text).inserted { return }
    let readText = language.textRead(fromUnescapedLiteral: text)
    guard readText != text else { return }
    problems.append(
      Problem(
        .warning, "unescaped-backslash", path: path, message(about: text, readAs: readText),
        at: location))
  }

  /// The message about a text with a backslash, with the parts of both texts around the backslash.
  ///
  /// - Parameter readText: The text that nimbus-fml's code would hold; nil if the code would not
  ///   compile.
  private func message(about text: String, readAs readText: String?) -> String {
    let backslashIndex = text.unicodeScalars.prefix { $0 != "\\" }.count
    let effect =
      if let readText {
        "would hold `\(Self.excerpt(readText, around: backslashIndex))`"
      } else { "would not compile" }
    return
      "nimbus-fml does not escape backslashes: its \(language.title) code \(effect), that of virga holds "
      + "`\(Self.excerpt(text, around: backslashIndex))` as the manifest does"
  }

  /// A part of a text that fits in a message: 60 characters, which begin 20 before `index`.
  private static func excerpt(_ text: String, around index: Int) -> String {
    let maximumLength = 60
    let lengthBeforeIndex = 20
    let scalars = text.unicodeScalars
    let start = max(0, index - lengthBeforeIndex)
    let shownScalars = scalars.dropFirst(start).prefix(maximumLength)
    let shownText = String(String.UnicodeScalarView(shownScalars))
    let startIsCut = start > 0
    let endIsCut = scalars.count > start + maximumLength
    return (startIsCut ? "…" : "") + shownText.showingControls + (endIsCut ? "…" : "")
  }
}

extension VariableType {
  /// Whether its values are variants of an enum.
  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { true } else { false }
  }
}

extension String {
  /// The text with the numbers of control characters and line ends in their place: `<U+000A>`.
  fileprivate var showingControls: String {
    let shownScalars = unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        "<U+\(scalar.value.hexadecimal(digits: 4, uppercase: true))>"
      default: String(scalar)
      }
    }
    return shownScalars.joined()
  }
}
