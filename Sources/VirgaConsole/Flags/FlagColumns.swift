import VirgaCanvas
import VirgaFlags

/// The columns of the list of flags, by the room that there is.
struct FlagColumns: Equatable {
  /// What a column shows.
  enum Content: Equatable {
    case kind, build, user, debug, buildOnly, userOnly, buildAndUser
  }

  /// A column: its content, its head and its width with the gap behind it.
  struct Column: Equatable {
    var content: Content
    var head: DisplayText
    var width: Int
  }

  /// How wide the name is, gap included; it begins behind the marks.
  let name: Int
  /// The others, from left to right.
  let columns: [Column]

  /// How many columns the marks take: a margin, the cursor or a mark.
  static let marks = 3

  /// - Parameter words: what is to be read in them; names come first, then options, then what gives the build value.
  init(width: Int, fitting words: Words = Words()) {
    var columns = Self.columns(for: width)
    let least = width < 100 ? 8 : 24
    var room = width - Self.marks - columns.reduce(0) { $0 + $1.width } - max(least, words.commonName + 1)
    if width >= 100 {
      let option = min(words.option + 1, 32)
      for (content, widest) in [
        (Content.build, 23), (.buildOnly, option), (.userOnly, option), (.buildAndUser, option), (.user, option + 2),
        (.build, option + 12),
      ] {
        guard let place = columns.firstIndex(where: { $0.content == content }) else { continue }
        let more = max(0, min(room, widest - columns[place].width))
        columns[place].width += more
        room -= more
      }
    }
    self.columns = columns
    let rest = max(8, width - Self.marks - columns.reduce(0) { $0 + $1.width })
    name = width >= 100 ? min(rest, max(words.name + 2, least)) : rest
  }

  /// How wide the words are that the columns show.
  struct Words: Equatable, Sendable {
    /// As wide as nine of ten names.
    var commonName = 0
    /// As wide as the widest name.
    var name = 0
    /// As wide as the widest option.
    var option = 0

    init() {}

    init(of rows: [FlagRow]) {
      commonName = DisplayText.commonWidth(of: rows.lazy.map(\.id))
      name = rows.lazy.map { DisplayText($0.id).columns }.max() ?? 0
      option = rows.lazy.flatMap(\.options).map { DisplayText($0).columns }.max() ?? 0
    }
  }

  /// Each as narrow as it can be.
  private static func columns(for width: Int) -> [Column] {
    switch width {
    case 100...:
      [
        Column(content: .kind, head: "Kind", width: 11), Column(content: .build, head: "Build", width: 14),
        Column(content: .user, head: "User", width: 9), Column(content: .debug, head: "Debug", width: 8),
        Column(content: .buildOnly, head: "buildOnly", width: 11),
        Column(content: .userOnly, head: "userOnly", width: 11),
        Column(content: .buildAndUser, head: "buildAndUser", width: 13),
      ]
    case 74..<100:
      [
        Column(content: .build, head: "Build", width: 7), Column(content: .user, head: "User", width: 7),
        Column(content: .debug, head: "Debug", width: 7), Column(content: .buildOnly, head: "buildOnly", width: 10),
        Column(content: .userOnly, head: "userOnly", width: 9),
        Column(content: .buildAndUser, head: "buildAndUser", width: 13),
      ]
    case ..<46:
      [
        Column(content: .user, head: "User", width: 6), Column(content: .buildOnly, head: "bld", width: 4),
        Column(content: .userOnly, head: "usr", width: 4), Column(content: .buildAndUser, head: "b&u", width: 4),
      ]
    default:
      [
        Column(content: .user, head: "User", width: 7), Column(content: .debug, head: "Debug", width: 7),
        Column(content: .buildOnly, head: "build…", width: 7), Column(content: .userOnly, head: "user…", width: 6),
        Column(content: .buildAndUser, head: "b&u", width: 5),
      ]
    }
  }
}
