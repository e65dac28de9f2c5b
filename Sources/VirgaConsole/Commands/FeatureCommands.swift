import VirgaCanvas
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

extension CommandTable {
  /// Choosing what is looked at: feature, filter and channel.
  static let featureCommands: [Command] = [
    Command(
      "open", "open the feature", keys: ["Enter", "l", "Right"], in: .panel(.features), hint: 1,
      help: "Goes to the values of the selected feature.", short: "open",
      when: { $0.selectedFeature == nil ? .refused("no feature is selected") : .applies() },
      run: { state, _ in state.openFeature() }),
    Command(
      "filter", "filter or search", keys: ["/"], argument: .text, hint: 6,
      help: "Narrows the list in focus, that of the features also by the names inside them; a text is searched.",
      shownTitle: { $0.isSearched ? "search" : "filter" },
      run: { state, argument in state.startSearch(argument) }),
    Command(
      "list-features", "choose what is listed", keys: ["F"], in: .screen(.features),
      argument: .oneOf { _ in FeatureList.Selection.allCases.map(\.rawValue) },
      help:
        "Lists all features, or those that are overridden, changed, enrolled, imported, with problems, or orphaned.",
      run: { state, argument in state.listFeatures(argument) }),
    Command(
      "only-overridden-features", "only overridden", keys: ["f"], in: .screen(.features), hint: 13,
      help: "Lists the features that this session overrides, or all again.",
      shownTitle: { $0.list.selection == .all ? "only overridden" : "all features" },
      run: { state, _ in state.listFeatures(state.list.selection == .all ? "overridden" : "all") }),
    Command(
      "select", "go to a feature", argument: .feature, motion: .jump, help: "Selects the feature with that id.",
      run: { state, argument in state.selectFeature(argument) }),
    Command(
      "channel", "choose channel", keys: ["c"], argument: .channel, hint: 8,
      help: "Shows the values that hold in another channel.", short: "channel",
      when: { state in
        state.workspace.manifest != nil && state.workspace.channels.isEmpty
          ? .refused("the manifest declares no channels") : .applies(state.channel ?? "")
      },
      run: { state, argument in state.chooseChannel(argument) }),
    Command(
      "next-channel", "next channel", keys: ["]"], hint: 50, help: "Goes through the channels in declared order.",
      when: Self.hasSeveralChannels, run: { state, _ in state.stepChannel(1) }),
    Command(
      "previous-channel", "previous channel", keys: ["["], when: Self.hasSeveralChannels,
      run: { state, _ in state.stepChannel(-1) }),
    Command(
      "clear", "leave or clear", keys: ["Esc"], near: .init(.panel(.merged), hint: 2),
      help: "Drops an error message, the filter or the search; from another panel it goes back to the list.",
      shownTitle: { state in
        if state.isSearchingText { return "end the search" }
        return state.focus == .merged ? "leave, keep as draft" : "leave or clear"
      },
      run: { state, _ in
        if state.work != nil || state.reading != nil || state.flags.files.isLoading { return [.cancelWork] }
        if state.messages.failure != nil {
          state.messages.failure = nil
          return []
        }
        guard state.isSearchingText else {
          return state.searchTerm == nil && state.dropMarks() ? [] : state.parts.clear(&state)
        }
        state.search = TextSearch()
        return []
      }),
  ]

  @Sendable static func hasSeveralChannels(_ state: State) -> Command.Availability {
    state.workspace.channels.count > 1 ? .applies() : .refused("the manifest has just one channel")
  }
}

extension State {
  /// Goes to the values; to the one that the filter found, where it found the feature by a name inside.
  mutating func openFeature() -> [Effect] {
    focus = .values
    guard let row = list.selectedRow, list.inner(of: row) != nil else { return [] }
    table.search = list.filter
    return findInValues(step: 0)
  }

  mutating func startFilter(_ argument: String) -> [Effect] {
    switch focus {
    case .values, .details:
      focus = .values
      table.search = TextField(argument)
      table.isTyping = argument.isEmpty
      return argument.isEmpty ? [] : findInValues(step: 0)
    default:
      focus = .features
      list.filter = TextField(argument)
      list.isTyping = argument.isEmpty
      list.refresh(workspace, keepsSelection: argument.isEmpty)
      return []
    }
  }

  mutating func selectFeature(_ id: String) -> [Effect] {
    if workspace.manifest == nil {
      wantedFeature = id
      show(.features)
      return []
    }
    guard workspace.manifest?.feature(id) != nil else {
      status = .refusal(unknown("feature", id, among: workspace.features.map(\.id)))
      return []
    }
    show(.features)
    if !list.select(id, in: workspace) {
      // What the list was filtered by is searched for in the values as long as the list is.
      if table.search == list.filter { table.search = TextField() }
      list.filter = TextField()
      list.selection = .all
      settleSelection()
      list.refresh(workspace)
      _ = list.select(id, in: workspace)
    }
    return []
  }

  mutating func chooseChannel(_ name: String) -> [Effect] {
    guard !name.isEmpty else {
      open { .channels(in: $0) }
      return []
    }
    guard workspace.manifest == nil || workspace.channels.containsName(name) else {
      status = .refusal(unknown("channel", name, among: workspace.channels))
      return []
    }
    // Before there is a manifest the channel is the one to begin with; in a read-only session it is only looked at.
    guard workspace.manifest != nil, !options.isReadOnly, !channel.isSameName(as: name) else {
      channel = name
      if workspace.manifest == nil { startChannel = name }
      if workspace.manifest != nil { status = .note("channel \(name)") }
      return []
    }
    guard session[.channel] != .string(name) else {
      channel = name
      return []
    }
    return perform { operations throws(Refusal) in try operations.setChannel(name) }
  }

  mutating func stepChannel(_ step: Int) -> [Effect] {
    let channels = workspace.channels
    guard !channels.isEmpty else { return [] }
    let place = channels.firstIndex { channel.isSameName(as: $0) } ?? 0
    let next = channels[(place + step + channels.count) % channels.count]
    recordedAs = [Invocation("channel", next)]
    return chooseChannel(next)
  }

  mutating func clear() -> [Effect] {
    if focus == .values, !table.search.isEmpty {
      table.search = TextField()
    } else if focus == .merged {
      focus = .values
    } else if focus == .details, !isAboutFeature {
      focus = .values
    } else if focus != .features {
      focus = .features
    } else if !list.filter.isEmpty {
      // Opening a feature searches in its values for what the list was filtered by; one is over with the other.
      if table.search == list.filter { table.search = TextField() }
      list.filter = TextField()
      list.refresh(workspace)
    } else if list.selection != .all {
      return listFeatures("all")
    } else {
      table.search = TextField()
    }
    return []
  }
}

extension Picker {
  /// The channels, the one on screen first under the cursor.
  fileprivate static func channels(in state: State) -> Picker {
    let lines = state.workspace.channels.map { channel in
      PickerLine(
        invocation: Invocation("channel", channel), keys: state.channel.isSameName(as: channel) ? "on screen" : "",
        title: DisplayText(channel), detail: DisplayText(state.changeSummary(in: channel)))
    }
    let cursor = state.workspace.channels.firstIndex { state.channel.isSameName(as: $0) } ?? 0
    return Picker("Channel", lines: lines, cursor: cursor)
  }
}

extension State {
  /// How the selected feature looks in another channel, for the channel list.
  func changeSummary(in channel: String) -> String {
    guard screen == .features, let row = table.selectedRow,
      let value = table.acrossChannels.first(where: { $0.channel.isSameName(as: channel) })?.value
    else { return "" }
    return "\(row.pathText) = \(ValueText.short(value))"
  }
}
