package import VirgaJSON
import VirgaManifest
package import VirgaSession
import VirgaSource
import VirgaYAML

/// The default block that makes an edit permanent, and where it belongs in the manifest.
///
/// Rule: VirgaWorkbench/EditsAsDefaults.
package struct EditDefaults: Sendable {
  /// The feature's id.
  package let feature: String
  package let place: DefaultsPlace
  /// The block: `value`, and `channel` if the manifest has channels.
  package let block: JSONObject

  /// The block to paste, indented for its place, with line ends.
  ///
  /// It is YAML with the missing keys above the block, or JSON if the place is in brackets.
  package var text: String {
    let isInBrackets = place.insertion == .byHand
    guard !isInBrackets else { return JSONValue.object(block).pretty() + "\n" }
    let keyLines = place.keys.enumerated().map { depth, key in
      Self.keyLine(key).indented(by: place.indentation + depth * Self.indentationStep)
    }
    // The block as a list with one element, below the last key. Other programs read the manifest
    // too, so the block is written for any YAML reader.
    let list = YAMLPrinter.print([.object(block)], for: .anyYAMLReader)
    let indentationOfList = place.indentation + place.keys.count * Self.indentationStep
    return keyLines.joined() + list.indented(by: indentationOfList)
  }

  /// The text below a comment that says where it belongs.
  package var textWithPlace: String { "# \(placeTitle)\n\(text)" }

  /// Where the text belongs, such as `app.fml.yaml:12: after this line, for app-menu`.
  private var placeTitle: String {
    let whereToInsert =
      switch place.insertion {
      case .after: "after this line, for \(feature)"
      case .replacing: "instead of this line, for \(feature)"
      case .byHand: "in the list of default blocks of \(feature)"
      }
    // The name of a file may have line ends.
    return "\(place.file):\(place.line): \(whereToInsert)".inOneLine
  }

  /// The columns by which each level is indented.
  private static let indentationStep = 2

  /// A key with its colon, in quotes if it needs some.
  private static func keyLine(_ key: String) -> String {
    // The printer quotes a key if necessary. It prints `key: {}`, whose value is cut off.
    let line = YAMLPrinter.print([key: [:]], for: .anyYAMLReader)
    return String(line.dropLast(" {}\n".count)) + "\n"
  }

  /// The place in the manifest, the default block and its text to paste, as an object.
  package var json: JSONObject {
    [
      "feature": .string(feature), "file": .string(place.file),
      "line": .integer(Int64(place.line)), "place": .string(place.insertion.rawValue),
      "block": .object(block), "text": .string(text),
    ]
  }
}

extension String {
  /// The text with `count` blanks before each line that is not empty.
  fileprivate func indented(by count: Int) -> String {
    let blanks = String(repeating: " ", count: count)
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.isEmpty ? "" : blanks + $0 }.joined(separator: "\n")
  }
}

extension Operations {
  /// The default blocks that make the session's edits permanent in a channel, by feature.
  ///
  /// - Parameter channel: Nil for the session's.
  /// - Throws: Why there are none: no edits, or ones that the manifest does not allow.
  package func defaultsOfEdits(in channel: String? = nil) throws(Refusal) -> [EditDefaults] {
    let edits = session.names(of: .edit)
    guard !edits.isEmpty else { throw Refusal("there are no edits to make defaults from") }
    guard let manifest = operationContext.manifest else {
      throw Refusal("the manifest, to which defaults belong, cannot be read")
    }
    let problems = edits.flatMap(problemsOfEdit)
    if let error = problems.first(where: { $0.severity == .error }) {
      throw Refusal(
        "an edit does not match the manifest: \(error.path): \(error.sentence)",
        problems: problems)
    }
    let maker = EditDefaultsMaker(manifest: manifest, channel: channel ?? self.channel)
    let defaults = edits.compactMap { id -> EditDefaults? in
      guard let feature = manifest.feature(id), let edit = session[.edit, id] else { return nil }
      return maker.defaults(of: feature, edit: edit)
    }
    guard !defaults.isEmpty else {
      throw Refusal("the edits only select the manifest's defaults, which need no block")
    }
    return defaults
  }
}

/// Makes default blocks of edits in one channel.
private struct EditDefaultsMaker {
  let manifest: Manifest
  let channel: String?

  /// The block for the edit of a feature; nil if it has nothing but nulls, or if the file that it
  /// belongs to is not known.
  ///
  /// In a manifest without channels, the block has no `channel`.
  func defaults(of feature: FeatureDefinition, edit: JSONValue) -> EditDefaults? {
    let members = (edit.objectValue ?? [:]).compactMap { name, value -> (String, JSONValue)? in
      // A null selects the manifest's default, which needs no block. A variable is missing only if
      // its declaration has an error.
      guard !value.isNull, let variable = feature.variable(name) else { return nil }
      return (name, withoutNulls(value, as: variable.type, in: feature.module))
    }
    guard !members.isEmpty, let (place, channel) = destination(of: feature) else { return nil }
    var block: JSONObject = [:]
    if let channel { block["channel"] = .string(channel) }
    block["value"] = .object(JSONObject(members))
    return EditDefaults(feature: feature.id, place: place, block: block)
  }

  /// Where a default block of a feature belongs, and the name of the channel to write in it; nil if
  /// the file that it belongs to is not known.
  ///
  /// A module can have names of its own for channels: the name is that of the module with the
  /// block.
  private func destination(
    of feature: FeatureDefinition
  ) -> (place: DefaultsPlace, channel: String?)? {
    guard let (importer, moduleImport) = lastImport(of: feature) else {
      // The feature is of the top module: its own file has its blocks.
      let place = DefaultsPlaceFinder(feature.location.file, of: manifest)?
        .place(ofFeature: feature.id)
      return place.map { ($0, manifest.channel(of: feature.module, requested: channel)) }
    }
    // Later blocks override earlier ones, so the new one belongs after the last block that the
    // import adds to the feature. The position of this block, or else that of the import itself,
    // tells which of the imports in the file it is.
    let lastBlock = feature.additions.last { $0.module == importer }?.blocks.last
    guard let location = lastBlock?.location ?? moduleImport.location else { return nil }
    let place = DefaultsPlaceFinder(location.file, of: manifest)?
      .place(ofFeature: feature.id, inImportAt: location.range.start)
    return place.map { ($0, manifest.channel(of: importer, requested: channel)) }
  }

  /// The module whose import adds defaults to a feature last, with the import; nil if the feature
  /// belongs to the top module.
  ///
  /// It is the top module if that imports the feature, because its additions override all others;
  /// else the module with the last additions; else the first one that imports the feature.
  private func lastImport(
    of feature: FeatureDefinition
  ) -> (module: Int, moduleImport: ModuleImport)? {
    guard !feature.isOfTopModule else { return nil }
    let imports = manifest.modules.enumerated().compactMap { index, module in
      // A module has one import of another: if it names the file again, the imports are joined.
      module.imports.first { $0.module == feature.module }.map { (module: index, moduleImport: $0) }
    }
    let moduleOfLastAdditions = feature.additions.last?.module
    let importOfTopModule = imports.first { $0.module == Manifest.topModuleIndex }
    let importWithLastAdditions = imports.first { $0.module == moduleOfLastAdditions }
    return importOfTopModule ?? importWithLastAdditions ?? imports.first
  }

  /// A value without the nulls by which an edit selects the defaults, and without members that its
  /// type does not have.
  ///
  /// In a default block, such a null would be the default itself.
  ///
  /// Rule: VirgaManifest/Reading.
  private func withoutNulls(
    _ value: JSONValue, as type: VariableType, in module: Int
  ) -> JSONValue {
    switch (type, value) {
    case (.option(let inner), _): return withoutNulls(value, as: inner, in: module)
    case (.object(let name), .object(let members)):
      let object = manifest.object(name, in: module)
      let kept = members.compactMap { key, member -> (String, JSONValue)? in
        // A null selects the default of the field, even if the field can be null.
        guard !member.isNull, let field = object?.field(key) else { return nil }
        return (key, withoutNulls(member, as: field.type, in: module))
      }
      return .object(JSONObject(kept))
    case (.map(_, let valueType), .object(let members)):
      let kept = members.compactMap { key, member -> (String, JSONValue)? in
        // A null stays if the map's values can be null.
        guard !member.isNull || valueType.isOption else { return nil }
        return (key, withoutNulls(member, as: valueType, in: module))
      }
      return .object(JSONObject(kept))
    case (.list(let inner), .array(let elements)):
      return .array(elements.map { withoutNulls($0, as: inner, in: module) })
    default: return value
    }
  }
}
