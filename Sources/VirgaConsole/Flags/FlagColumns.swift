import VirgaCanvas

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

  /// - Parameter names: how wide the widest name is; where there is little room, what gives the build value is cut for it.
  init(width: Int, names: Int = 0) {
    let columns: [Column]
    switch width {
    case 100...:
      let room = width - Self.marks - 64
      let build = min(max(13, room - names - 1), max(23, width - 102), 44)
      columns = [
        Column(content: .kind, head: "Kind", width: 11), Column(content: .build, head: "Build", width: build),
        Column(content: .user, head: "User", width: 10), Column(content: .debug, head: "Debug", width: 8),
        Column(content: .buildOnly, head: "buildOnly", width: 11),
        Column(content: .userOnly, head: "userOnly", width: 11),
        Column(content: .buildAndUser, head: "buildAndUser", width: 13),
      ]
    case 74..<100:
      columns = [
        Column(content: .build, head: "Build", width: 8), Column(content: .user, head: "User", width: 9),
        Column(content: .debug, head: "Debug", width: 8), Column(content: .buildOnly, head: "buildOnly", width: 10),
        Column(content: .userOnly, head: "userOnly", width: 9),
        Column(content: .buildAndUser, head: "buildAndUser", width: 13),
      ]
    default:
      columns = [
        Column(content: .user, head: "User", width: 7), Column(content: .debug, head: "Debug", width: 7),
        Column(content: .buildOnly, head: "build…", width: 7), Column(content: .userOnly, head: "user…", width: 6),
        Column(content: .buildAndUser, head: "b&u", width: 5),
      ]
    }
    self.columns = columns
    name = max(8, width - Self.marks - columns.reduce(0) { $0 + $1.width })
  }
}
