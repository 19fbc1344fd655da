//! Everyday messages without a name or a place, by language. A key that is in many of one language is in almost
//! every chat of it.

/// The messages of each language. Languages in the letters of English are left out: a word of one is often a piece of
/// a common word of another.
pub const LANGUAGES: &[&[&str]] = &[ENGLISH, CHINESE, JAPANESE, KOREAN, RUSSIAN];

/// Whether a key that is in so many of so many sentences fires on almost everything.
pub(crate) fn is_often(count: usize, of: usize) -> bool {
    count * 3 >= of
}

/// Prose and speech as they are in role-play. No word that a key might be is in a third of them.
const ENGLISH: &[&str] = &[
    "I look at the door and wait for a moment. \"What do you want to do now?\"",
    "*She smiles and says that it is fine.* \"We should go before it gets dark, you know.\"",
    "He walks to the window, then turns around. \"You are right, that was not what I meant.\"",
    "\"Hello! How are you today?\" They laugh and sit down at the table, as if nothing had happened.",
    "*I nod.* \"Alright, let's see what we have in there. Is it still warm?\"",
    "Her voice is quiet, and she never takes her eyes off you. \"Maybe we could try again?\"",
    "\"I don't know...\" He takes a step back, his hands in his pockets, and shakes his head.",
    "The room falls silent for a while. *You hear a soft sound that comes from somewhere behind you.*",
    "\"Thank you for being here with me,\" she whispers. It is getting late, but nobody seems to mind.",
    "*I think about it and shrug.* \"So, what did they tell you?\"",
    "\"Wait! Don't leave yet!\" he calls. The others just stand there and say nothing.",
    "She leans closer and grins. \"If that is so, then why not? I am not afraid of you.\"",
];

const CHINESE: &[&str] = &[
    "我看着门，等了一会儿。“你现在想做什么？”",
    "她笑了笑，说没关系。他走到窗边，然后转过身来。",
    "我们应该在天黑之前离开。“你说得对，那不是我的意思。”",
    "他们笑着坐在桌子旁边。你好！今天过得怎么样？",
    "*我点了点头。* “好的，我们来看看。”她的声音很轻，眼睛一直看着你。",
];

const JAPANESE: &[&str] = &[
    "私はドアを見て、少し待った。「今、何がしたいの？」",
    "彼女は微笑んで、大丈夫だと言った。彼は窓のところまで歩いて、振り向いた。",
    "暗くなる前に行ったほうがいい。「あなたの言う通り、そういう意味ではなかった。」",
    "みんなは笑ってテーブルに座った。こんにちは！今日の調子はどうですか？",
    "彼女の声は静かで、目はあなたを見ている。「ここにいてくれてありがとう。」",
];

const KOREAN: &[&str] = &[
    "나는 문을 바라보며 잠시 기다렸다. \"지금 뭐 하고 싶어?\"",
    "그녀는 웃으며 괜찮다고 말했다. 그는 창가로 걸어가서 뒤를 돌아보았다.",
    "어두워지기 전에 가는 게 좋겠다. \"네 말이 맞아, 그런 뜻이 아니었어.\"",
    "그들은 웃으며 테이블에 앉았다. 안녕! 오늘은 어떻게 지내?",
    "그녀의 목소리는 조용하고, 눈은 너를 보고 있다. \"여기 있어 줘서 고마워.\"",
];

const RUSSIAN: &[&str] = &[
    "Я смотрю на дверь и жду минуту. — Что ты хочешь сейчас делать? Не знаю, я ещё не думал об этом.",
    "Она улыбается и говорит, что всё в порядке. Он идёт к окну, потом оборачивается.",
    "Нам надо уйти, пока не стемнело. — Ты прав, я не это имел в виду.",
    "Они смеются и садятся за стол. Привет! Как у тебя дела?",
    "Её голос тихий, а глаза смотрят на тебя. — Спасибо, что ты здесь со мной.",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// In how many messages of a language a word stands, as a part of words too.
    fn count(messages: &[&str], word: &str) -> usize {
        messages.iter().filter(|message| message.to_lowercase().contains(word)).count()
    }

    #[test]
    fn words_of_every_message_are_often_and_words_that_mean_something_are_not() {
        for word in ["the", "a", "i", "is", "you", "he", "it", "and", "to", "that", "\"", ".", "?", "*"] {
            assert!(is_often(count(ENGLISH, word), ENGLISH.len()), "{word}: {}", count(ENGLISH, word));
        }
        for message in ENGLISH {
            for word in message.to_lowercase().split(|c: char| !c.is_alphabetic()).filter(|word| word.len() > 4) {
                assert!(!is_often(count(ENGLISH, word), ENGLISH.len()), "{word}: {}", count(ENGLISH, word));
            }
        }
        for word in ["art", "elf", "inn", "war", "cat", "king", "door", "smile", "hand", "fire", "love", "home"] {
            assert!(!is_often(count(ENGLISH, word), ENGLISH.len()), "{word}: {}", count(ENGLISH, word));
        }
        for (messages, word) in [(CHINESE, "的"), (JAPANESE, "は"), (KOREAN, "는"), (RUSSIAN, "не")] {
            assert!(is_often(count(messages, word), messages.len()), "{word}: {}", count(messages, word));
        }
    }
}
