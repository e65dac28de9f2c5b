import VirgaJSON
import VirgaSource

/// A manifest in one of its channels: a column of a comparison.
package struct ComparisonColumn: Sendable {
  /// The column's title: the channel, or `old/app.fml.yaml@nightly` if several manifests are
  /// compared.
  package var title: String
  /// The index of its manifest among the compared ones; 0 for the first one given.
  package var manifestIndex: Int
  /// The shortest end of the manifest's path that tells it from the others: `old/app.fml.yaml`; the
  /// name of its version if it has one.
  package var file: String
  package var manifest: Manifest
  /// The channel; nil if the manifest declares none.
  package var channel: String?
}

/// The content of a column in one row.
package enum ComparedCell: Sendable {
  /// A value, with its layers; indirect, because cells are copied often and leaves are large.
  indirect case leaf(MergedLeaf)
  /// The type of a variable or field, in a row about types.
  case type(String)
  /// The feature exists, but not this path.
  case missing
  /// The feature does not exist.
  case noFeature

  /// Whether both cells have the same content: the same type, or the same value, whichever layers
  /// gave it.
  package func isSame(as other: ComparedCell) -> Bool {
    switch (self, other) {
    case (.leaf(let left), .leaf(let right)): left.value == right.value
    case (.type(let left), .type(let right)): left == right
    case (.missing, .missing), (.noFeature, .noFeature): true
    case (.leaf, _), (.type, _), (.missing, _), (.noFeature, _): false
    }
  }

  /// Whether the cell has a value or a type.
  package var isPresent: Bool { json != nil }
}

/// A value, or the type of one, in every column.
package struct ComparisonRow: Sendable {
  /// The id of the feature.
  package let feature: String
  /// The path to the value, as `JSONPath` writes it.
  package let path: String
  /// The content of each column.
  package let cells: [ComparedCell]

  /// The row with only the given columns.
  package func showing(_ columns: [Int]) -> ComparisonRow {
    ComparisonRow(feature: feature, path: path, cells: columns.map { cells[$0] })
  }

  /// Whether any two columns differ.
  package var differs: Bool { differs(among: cells.indices) }

  /// Whether any two of the given columns differ.
  package func differs(among columns: some Collection<Int>) -> Bool {
    guard let first = columns.first else { return false }
    return columns.dropFirst().contains { column in !cells[column].isSame(as: cells[first]) }
  }

  /// Whether the cells have types instead of values.
  package var isAboutTypes: Bool {
    cells.contains { cell in if case .type = cell { true } else { false } }
  }
}

/// A manifest that is compared with others.
package struct ComparedManifest: Sendable {
  /// The path as the user gave it, with secrets in a URL masked.
  package var path: String
  package var manifest: Manifest
  /// The channels to show; empty for all that it declares.
  package var channels: [String]
  /// What columns call it instead of its path, such as the revision `main`.
  package var version: String?
  /// Whether it is an earlier version of the first manifest, whose columns are then the later ones.
  package var isEarlier = false

  /// A manifest to compare; the user name and password of a URL in `path` are masked.
  ///
  /// - Parameters:
  ///   - path: The path or URL of the manifest.
  ///   - manifest: The loaded manifest.
  ///   - channels: The channels to show; empty for all that the manifest declares.
  package init(path: String, manifest: Manifest, channels: [String] = []) {
    self.path = path.maskingCredentials
    self.manifest = manifest
    self.channels = channels
  }

  /// The columns of several manifests.
  ///
  /// Columns of the same channel are adjacent, and earlier versions come first.
  ///
  /// Columns of a single manifest are titled by channel. Otherwise the title also has the version,
  /// `main@nightly`, or without one as much of the path as is needed: `old/app.fml.yaml@nightly`.
  package static func columns(of all: [ComparedManifest]) -> [ComparisonColumn] {
    let tails = distinctTails(of: all.map(\.path.withoutQuery))
    // What titles call each manifest: its version, or as much of its path as is needed.
    let files = zip(all, tails).map { compared, tail in compared.version ?? tail }
    let earlier = all.indices.filter { all[$0].isEarlier }
    let others = all.indices.filter { !all[$0].isEarlier }
    var columns: [ComparisonColumn] = []
    for manifestIndex in earlier + others {
      let ownColumns = all[manifestIndex].columns(
        manifestIndex: manifestIndex, file: files[manifestIndex], isSingle: all.count == 1)
      for column in ownColumns { insertAfterItsChannel(column, into: &columns) }
    }
    return columns
  }

  /// The columns of this manifest, one for each channel to show; a manifest without channels has
  /// one column for no channel (nil).
  ///
  /// - Parameters:
  ///   - manifestIndex: The index of the manifest among the compared ones.
  ///   - file: What titles call the manifest, if several are compared.
  ///   - isSingle: Whether no other manifest is compared; a title then has the channel alone.
  private func columns(manifestIndex: Int, file: String, isSingle: Bool) -> [ComparisonColumn] {
    shownChannels.map { channel in
      let title =
        if isSingle { channel ?? manifest.name } else { Self.title(file: file, channel: channel) }
      return ComparisonColumn(
        title: title, manifestIndex: manifestIndex, file: file, manifest: manifest,
        channel: channel)
    }
  }

  /// Inserts a column after the last one of the same channel; at the end if there is none.
  private static func insertAfterItsChannel(
    _ column: ComparisonColumn, into columns: inout [ComparisonColumn]
  ) {
    let lastOfChannel = columns.lastIndex { $0.channel.isSameName(as: column.channel) }
    let insertionIndex = lastOfChannel.map { $0 + 1 } ?? columns.endIndex
    columns.insert(column, at: insertionIndex)
  }

  /// The channels to show; `[nil]` for a manifest that declares none.
  private var shownChannels: [String?] {
    let shown = channels.isEmpty ? manifest.channels : channels
    return shown.isEmpty ? [nil] : shown
  }

  /// The title of a column if several manifests are compared: `old/app.fml.yaml@nightly`, or
  /// `old/app.fml.yaml` without a channel (nil).
  private static func title(file: String, channel: String?) -> String {
    guard let channel else { return file }
    return "\(file)@\(channel)"
  }

  /// The shortest end of each path that no other path has: `a/old/app.yaml` and `b/new/app.yaml`
  /// give `old/app.yaml` and `new/app.yaml`.
  ///
  /// A path that is the end of another one stays whole.
  static func distinctTails(of paths: [String]) -> [String] {
    let allParts = paths.map { path in path.split(separator: "/").map(String.init) }
    return allParts.map { parts in
      let others = allParts.filter { other in other != parts }
      let possibleCounts = 1..<(parts.count + 1)
      let distinctCount = possibleCounts.first { count in
        !others.contains { other in other.suffix(count) == parts.suffix(count) }
      }
      return parts.suffix(distinctCount ?? parts.count).joined(separator: "/")
    }
  }
}

/// The types of a feature's variables and of everything inside them, by path.
///
/// With `cards: List<Card>`, and `side: Side` in `Card`, these are `cards: List<Card>` and
/// `cards[].side: Side {left, right}`. In paths, `[]` is any item of a list and `*` any value of a
/// map.
struct TypeOutline {
  private let module: Int
  private let manifest: Manifest
  private var types: [(path: String, type: String)] = []

  /// The paths and types of a feature's variables, and of the fields in them, in the order in which
  /// they were written.
  static func types(
    of feature: FeatureDefinition, in manifest: Manifest
  ) -> [(path: String, type: String)] {
    var outline = TypeOutline(module: feature.module, manifest: manifest)
    for variable in inWrittenOrder(feature.variables) {
      let path = JSONPath([.key(variable.name)]).description
      outline.addWithFields(variable.type, at: path, insideObjects: [])
    }
    return outline.types
  }

  private init(module: Int, manifest: Manifest) {
    self.module = module
    self.manifest = manifest
  }

  /// The variables or fields in the order of the text, in which the nodes of a document are
  /// numbered.
  private static func inWrittenOrder(_ variables: [Variable]) -> [Variable] {
    variables.sorted { left, right in left.nameNode.index < right.nameNode.index }
  }

  /// Adds a type and those of the fields in it.
  ///
  /// - Parameter objects: The names of the objects around it, which are not entered again: an
  ///   object may have a field of its own type.
  private mutating func addWithFields(
    _ type: VariableType, at path: String, insideObjects objects: Set<Name>
  ) {
    types.append((path, text(of: type)))
    addFields(of: type, at: path, insideObjects: objects)
  }

  /// Adds the fields of the object that a type is or contains, but not the type itself.
  ///
  /// - Parameter objects: The names of the objects around the type.
  private mutating func addFields(
    of type: VariableType, at path: String, insideObjects objects: Set<Name>
  ) {
    switch type {
    case .option(let inner): addFields(of: inner, at: path, insideObjects: objects)
    case .list(let item): addFields(of: item, at: path + "[]", insideObjects: objects)
    case .map(_, let value): addFields(of: value, at: path + ".*", insideObjects: objects)
    case .object(let name): addFields(ofObject: name, at: path, insideObjects: objects)
    // None of these contains an object; an alias is a string.
    case .string, .int, .double, .boolean, .text, .image, .enumeration, .alias: break
    }
  }

  /// Adds the fields of the object type called `name`, and the fields in them.
  ///
  /// An object inside itself, which is among `objects`, adds none: that would never end.
  private mutating func addFields(
    ofObject name: String, at path: String, insideObjects objects: Set<Name>
  ) {
    guard !objects.contains(name), let definition = manifest.object(name, in: module) else {
      return
    }
    let innerObjects = objects.union([Name(name)])
    for field in Self.inWrittenOrder(definition.fields) {
      addWithFields(field.type, at: path + "." + field.name, insideObjects: innerObjects)
    }
  }

  /// The type as manifests write it, with the variants of each enum: `List<Side> {left, right}`.
  private func text(of type: VariableType) -> String {
    var text = type.description
    type.visitTypeAndParts { part in
      guard case .enumeration(let name) = part,
        let definition = manifest.enumeration(name, in: module)
      else { return }
      text += " {\(definition.names.joined(separator: ", "))}"
    }
    return text
  }
}
