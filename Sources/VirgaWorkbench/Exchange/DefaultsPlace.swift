import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaYAML

/// Where a default block belongs in the text of a manifest.
package struct DefaultsPlace: Hashable, Sendable {
  /// How the text of the block is added.
  package enum Insertion: String, Sendable {
    /// As lines after the line.
    case after
    /// As lines instead of the line, whose list is empty.
    case replacing
    /// By a person, because the text around it is JSON, or YAML in brackets; written as `inside` in
    /// documents.
    case byHand = "inside"
  }

  /// The file's name in problems.
  package let file: String
  /// The line, from 1.
  package let line: Int
  package let insertion: Insertion
  /// The number of blanks before the block, or before the first of the keys.
  let indentation: Int
  /// The keys above the block that the file lacks, outermost first.
  let keys: [String]
}

/// Finds the places of default blocks in a file of a manifest.
struct DefaultsPlaceFinder {
  private let source: SourceText
  private let root: LocatedValue
  private let lines: [String]

  /// Finds the places of default blocks in a file of a manifest; nil if the text of the file is not
  /// known or cannot be read.
  init?(_ file: String, of manifest: Manifest) {
    guard let source = manifest.files.first(where: { $0.shownName == file })?.source,
      let root = LocatedValue.read(source).value
    else { return nil }
    self.source = source
    self.root = root
    let lineCount = source.position(at: source.bytes.count).line
    lines = (1...lineCount).map(source.line)
  }

  /// The place after the default blocks of a feature of this file; if the feature has none, where
  /// they belong together with the missing keys above them, such as `defaults`.
  func place(ofFeature id: String) -> DefaultsPlace {
    // The column 0 stands for the file as a whole. All missing keys are written.
    placeInList(
      under: ["features", id, Self.defaultsKey], in: root, of: Owner(line: 1, column: 0),
      omittingLast: 0)
  }

  /// The place after the blocks that an import of this file adds to a feature; nil if the file has
  /// no such import.
  ///
  /// - Parameter position: A position in the import.
  func place(ofFeature id: String, inImportAt position: SourcePosition) -> DefaultsPlace? {
    let imports = member(Self.importsKey, of: root).map { Array($0.value.elements) } ?? []
    let imported = imports.last { $0.sourceLocation.range.start <= position }
    guard let imported else { return nil }
    let start = imported.sourceLocation.range.start
    // An import without a dash is in a list in brackets, where the person adds the block by hand.
    guard let dashColumn = dashColumn(before: start) else { return placeByHand(line: start.line) }
    let owner = Owner(line: start.line, column: dashColumn, isDash: true)
    // The last key may be omitted: an import may have its blocks directly below the feature.
    return placeInList(
      under: ["features", id, Self.defaultsKey], in: imported, of: owner, omittingLast: 1)
  }

  /// The key of a list of default blocks.
  private static let defaultsKey = "defaults"
  /// The key of the imports.
  private static let importsKey = "imports"
  /// Other spellings of keys, which are read too.
  private static let otherSpellings = [defaultsKey: "default", importsKey: "import"]

  /// What an object belongs to: a key, or the dash of an element.
  private struct Owner {
    let line: Int
    /// The column from 1; 0 for the file as a whole.
    let column: Int
    /// Whether it is the dash of an element: the next dash in its column is that of another one.
    var isDash = false
  }

  /// The place in the list to which keys lead from an object, such as `features`, `search` and
  /// `defaults`.
  ///
  /// Looks up the first key, and goes on in its value with the others. If the key is missing, the
  /// place is after the object, and the block is added together with the missing keys. In an object
  /// or a list in brackets, the block must be added by hand.
  ///
  /// - Parameters:
  ///   - keys: The keys that lead to the list.
  ///   - owner: What the object belongs to; its lines are those below the owner.
  ///   - omittedCount: How many of the last keys are not written if several are missing: 1 in an
  ///     import, where a feature needs no key `defaults` above its list of blocks.
  private func placeInList(
    under keys: [String], in object: LocatedValue, of owner: Owner, omittingLast omittedCount: Int
  ) -> DefaultsPlace {
    guard let column = keyColumn(of: object, owner) else { return placeByHand(line: owner.line) }
    // If only the last key is missing, it is written even in an import: the feature has other keys
    // already, so its blocks cannot be directly below it.
    let keysToAdd = keys.count > 1 ? Array(keys.dropLast(omittedCount)) : keys
    guard let member = member(keys[0], of: object) else {
      return place(
        .after, line: lastLine(below: owner), indentation: column - 1, missingKeys: keysToAdd)
    }
    let keyPosition = member.keyNode.sourceLocation.range.start
    // A key on the line of the owner follows a dash, as in `- features:`.
    let followsOnlyDash = keyPosition.line == owner.line
    guard startsLine(keyPosition) || followsOnlyDash else {
      return placeByHand(line: keyPosition.line)
    }
    let key = Owner(line: keyPosition.line, column: column)
    if member.value.count == 0 {
      return placeOfEmptyValue(of: key, keyAt: keyPosition, replacedBy: keysToAdd)
    }
    if member.value.kind == .array {
      return placeAfterElements(of: member.value, keyLine: key.line)
    }
    let remainingKeys = Array(keys.dropFirst())
    // The value of the last key is not a list, which is a mistake in the manifest.
    guard !remainingKeys.isEmpty else { return placeByHand(line: key.line) }
    return placeInList(
      under: remainingKeys, in: member.value, of: key, omittingLast: omittedCount)
  }

  /// The place of an empty value and its key, such as `features: {}` or `defaults: []`.
  ///
  /// The default block, below `keys`, replaces the line. It must be added by hand if something else
  /// is on the line, or if the brackets end on a later one.
  ///
  /// - Parameters:
  ///   - key: The key; the new lines begin in its column.
  ///   - position: Where the key is written, which tells whether only blanks are before it.
  ///   - keys: The key itself and those below it that lead to the block, such as `features`,
  ///     `search` and `defaults`.
  private func placeOfEmptyValue(
    of key: Owner, keyAt position: SourcePosition, replacedBy keys: [String]
  ) -> DefaultsPlace {
    let isOnOneLine = lastLine(below: key) == key.line
    guard isOnOneLine, startsLine(position) else { return placeByHand(line: key.line) }
    return place(.replacing, line: key.line, indentation: key.column - 1, missingKeys: keys)
  }

  /// The member of an object with a key, in any of its spellings.
  private func member(_ key: String, of object: LocatedValue) -> LocatedMember? {
    let spellings = [key, Self.otherSpellings[key]].compactMap(\.self)
    return Array(object.members).last { spellings.containsName($0.key) }
  }

  /// The place after the last element of a list that is not empty; in a list in brackets, a place
  /// where the person adds the block by hand.
  ///
  /// - Parameter keyLine: The line of the list's key.
  private func placeAfterElements(of list: LocatedValue, keyLine: Int) -> DefaultsPlace {
    guard let last = Array(list.elements).last else { return placeByHand(line: keyLine) }
    let start = last.sourceLocation.range.start
    // Without a dash, the list is in brackets. An element above the key is in a list that an alias
    // names.
    guard let dashColumn = dashColumn(before: start), start.line > keyLine else {
      return placeByHand(line: keyLine)
    }
    let end = lastLine(below: Owner(line: start.line, column: dashColumn, isDash: true))
    return place(.after, line: end, indentation: dashColumn - 1, missingKeys: [])
  }

  /// A place in this file; `keys` are the missing ones above the block.
  private func place(
    _ insertion: DefaultsPlace.Insertion, line: Int, indentation: Int, missingKeys keys: [String]
  ) -> DefaultsPlace {
    DefaultsPlace(
      file: source.name, line: line, insertion: insertion, indentation: indentation, keys: keys)
  }

  /// The place at a line around which the text is in brackets, so that a person must add the block.
  private func placeByHand(line: Int) -> DefaultsPlace {
    place(.byHand, line: line, indentation: 0, missingKeys: [])
  }

  /// The column of the keys of an object with a line for each key; nil if it is in brackets, empty,
  /// or defined elsewhere and named here by an alias.
  ///
  /// Also nil if more than one dash is before its first key, as in `- - id: 1`.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - owner: The key, or the dash of an element, that the object belongs to.
  private func keyColumn(of object: LocatedValue, _ owner: Owner) -> Int? {
    guard let first = Array(object.members).first else { return nil }
    let position = first.keyNode.sourceLocation.range.start
    let start = object.sourceLocation.range.start
    let isBelowOwner = (owner.line...lastLine(below: owner)).contains(position.line)
    // The keys of an object that an alias names are elsewhere in the file.
    let isWrittenHere = isBelowOwner && start <= position
    guard isWrittenHere else { return nil }
    let bytesBeforeKey = source.bytes[source.offset(of: start)..<source.offset(of: position)]
    let isInBraces = bytesBeforeKey.contains(UInt8(ascii: "{"))
    guard !isInBraces else { return nil }
    // The first key of an element is on the line of its dash: `- features:`.
    let startsLineOrElement = startsLine(position) || dashColumn(before: position) != nil
    return startsLineOrElement ? position.column : nil
  }

  /// Whether only blanks are before a position on its line.
  private func startsLine(_ position: SourcePosition) -> Bool {
    position.column - 1 == Self.indentation(of: lines[position.line - 1])
  }

  /// The column of the dash before a position, as before `features` in `- features:`; nil if
  /// anything but the dash and blanks is before the position on its line.
  private func dashColumn(before position: SourcePosition) -> Int? {
    let line = lines[position.line - 1]
    let before = line.unicodeScalars.prefix(position.column - 1)
    let indentation = Self.indentation(of: line)
    let unindented = before.dropFirst(indentation)
    let hasOnlyBlanksAfterFirst = unindented.dropFirst().allSatisfy { $0 == " " }
    guard unindented.first == "-", hasOnlyBlanksAfterFirst else { return nil }
    // Columns are counted from 1.
    return indentation + 1
  }

  /// The last line that belongs to a key or an element: the last one that is indented further,
  /// before one that is not.
  ///
  /// Blank lines and comments that are indented less belong to what follows, unless more of the
  /// value follows them.
  private func lastLine(below owner: Owner) -> Int {
    var last = owner.line
    for (index, line) in lines.enumerated().dropFirst(owner.line) {
      let indentation = Self.indentation(of: line)
      let text = line.unicodeScalars.dropFirst(indentation)
      guard let first = text.first else { continue }
      if Self.belongs(text, indentedBy: indentation, to: owner) {
        // Lines are counted from 1.
        last = index + 1
      } else if first != "#" {
        break
      }
    }
    return last
  }

  /// Whether a line belongs to a key or an element: it is indented further, or begins an element of
  /// the key's list.
  ///
  /// - Parameter text: The line without its indentation.
  private static func belongs(
    _ text: some Collection<Unicode.Scalar>, indentedBy indentation: Int, to owner: Owner
  ) -> Bool {
    // The column is counted from 1, the indentation from 0.
    let isIndentedFurther = indentation >= owner.column
    if isIndentedFurther { return true }
    // A list may have its dashes in the column of its key. The next dash in the column of a dash
    // begins another element.
    let isInColumnOfOwner = indentation == owner.column - 1
    return isInColumnOfOwner && !owner.isDash && beginsElement(text)
  }

  /// Whether a text begins with the dash of an element: one with a blank or the end of the line
  /// after it, unlike that of `-1`.
  private static func beginsElement(_ text: some Collection<Unicode.Scalar>) -> Bool {
    let next = text.dropFirst().first
    return text.first == "-" && (next == nil || next == " ")
  }

  /// The number of blanks at the start of a line.
  private static func indentation(of line: String) -> Int {
    line.unicodeScalars.prefix { $0 == " " }.count
  }
}
